import { sweepMalformed } from '../../support/malformed-sweep.ts'

sweepMalformed(2)
