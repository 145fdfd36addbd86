import { parentPort } from 'node:worker_threads'
import { zoneTextsOf } from '@nameplane/contract/dns/zone-texts'
import type { TextsToCut } from './record-import.ts'

// A thread for texts: see cutAside.
parentPort!.on('message', ({ sources, lines }: TextsToCut) => parentPort!.postMessage(zoneTextsOf(sources, lines)))
