import { sweepWhatOpens } from '../../support/opened-sweep.ts'

sweepWhatOpens(2, 2)
