import { placeFakes } from '../../server/src/integrations/http/loopback.testing.ts'

/*
 * Imported before a server process of a journey (`node --import`): peers of the test stand in the place of vendors. The server itself
 * has no such switch.
 */
placeFakes(JSON.parse(process.env['TEST_PEERS'] ?? '{}') as Record<string, string>)
