import { counted } from '@nameplane/contract/counted'
import { defineMessages } from '../../../../i18n/messages.ts'

export const pasteMessages = defineMessages({
  zh: {
    title: '粘贴多行',
    help: '可粘贴区域文件、dig 或区域传送的输出、表格单元格或 CSV（列名可有可无）、其他服务商导出的记录，或平台的 JSON',
    placeholder: 'www\tA\t192.0.2.1\t600',
    read: (records: number, wrong: number) => `识别 ${records} 条${wrong > 0 ? `，${wrong} 行无法识别` : ''}`,
    formats: { bind: '按区域文件读取', table: '按表格读取', json: '按 JSON 读取' },
    take: (records: number) => (records === 0 ? '添加' : `添加 ${records} 条`),
    nothing: '没有可以添加的记录',
    caption: '各行的读取结果',
    columns: { lineNumber: '行', weight: '权重' },
    lineText: (line: number) => `第 ${line} 行内容`,
    edit: (line: number) => `修改第 ${line} 行`,
    hidden: (count: number) => `另有 ${count} 行未列出`,
    cancel: '取消',
  },
  en: {
    title: 'Paste rows',
    help: 'Zone files, dig or zone transfer output, spreadsheet cells or CSV with or without column names, exports of other providers, or JSON of this platform',
    placeholder: 'www\tA\t192.0.2.1\t600',
    read: (records, wrong) => `${counted(records, 'record')} recognised${wrong > 0 ? `, ${counted(wrong, 'line')} not recognised` : ''}`,
    formats: { bind: 'Read as zone file', table: 'Read as table', json: 'Read as JSON' },
    take: (records) => (records === 0 ? 'Add records' : `Add ${counted(records, 'record')}`),
    nothing: 'No records to add',
    caption: 'How each line was read',
    columns: { lineNumber: '#', weight: 'Weight' },
    lineText: (line) => `Text of line ${line}`,
    edit: (line) => `Edit line ${line}`,
    hidden: (count) => `${counted(count, 'more line', 'more lines')} not listed`,
    cancel: 'Cancel',
  },
})
