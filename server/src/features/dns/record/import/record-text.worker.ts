import { parentPort, workerData } from 'node:worker_threads'
import { checkText, type TextToCheck } from './record-text-check.ts'

// A thread for one text: see checkTextAside.
parentPort!.postMessage(checkText(workerData as TextToCheck))
