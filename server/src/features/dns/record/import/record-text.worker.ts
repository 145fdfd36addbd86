import { parentPort } from 'node:worker_threads'
import { checkText, packedText, type TextToCheck } from './record-text-check.ts'

// A thread for texts: see checkTextAside.
parentPort!.on('message', (given: TextToCheck) => parentPort!.postMessage(packedText(checkText(given))))
