import { sweepWhatOpens } from '../../support/opened-sweep.ts'

sweepWhatOpens(1, 2)
