import { parentPort } from 'node:worker_threads'
import { checkText, type TextToCheck } from '@nameplane/contract/dns/record-text'
import { packedText } from './record-text-check.ts'

// A thread for texts: see checkTextAside.
parentPort!.on('message', (given: TextToCheck) => parentPort!.postMessage(packedText(checkText(given))))
