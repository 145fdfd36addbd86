import { parentPort, workerData } from 'node:worker_threads'
import { printWorkbook, readWorkbook } from './workbook.ts'
import type { WorkbookTask } from './workbook-aside.ts'

// A thread for one workbook: see printWorkbookAside.
const task = workerData as WorkbookTask
parentPort!.postMessage(task.kind === 'print' ? printWorkbook(task.table) : readWorkbook(task.bytes, task.maximumRows))
