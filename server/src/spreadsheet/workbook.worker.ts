import { parentPort } from 'node:worker_threads'
import { refuseBomb } from './workbook-bomb.ts'
import { printWorkbook, readWorkbook } from './workbook.ts'
import type { WorkbookTask } from './workbook-aside.ts'

// One workbook after the other: see printWorkbookAside. What cannot be done ends the thread.
parentPort!.on('message', async (task: WorkbookTask) => {
  if (task.kind === 'read') await refuseBomb(Buffer.from(task.bytes.buffer, task.bytes.byteOffset, task.bytes.byteLength))
  parentPort!.postMessage(task.kind === 'print' ? printWorkbook(task.table) : readWorkbook(task.bytes, task.maximumRows, task.sheet))
})
