import type { CustomLine } from '@nameplane/contract/dns/custom-line'
import { expect, test } from 'vitest'
import { cellOf } from '../../../screen-parts/list/cells.testing.ts'
import { customLines } from './custom-line-list.tsx'

const time = '2026-03-04T05:06:07.000Z'
const row = { id: 1, name: 'office', code: 'c1', recordCount: 0, createTime: time, updateTime: time, rowVersion: 1 } as unknown as CustomLine

test.each([
  [['10.1.0.0/16'], '10.1.0.0/16'],
  [['10.1.0.0/16', '10.2.0.0/16', '10.3.0.0/16'], '10.1.0.0/16, 10.2.0.0/16, 10.3.0.0/16'],
  [['10.1.0.0/16', '10.2.0.0/16', '10.3.0.0/16', '10.4.0.0/16', '10.5.0.0/16'], '10.1.0.0/16, 10.2.0.0/16, 10.3.0.0/16 2 more'],
])('a line of the ranges %j shows three of them, counts the others, and has all in its tooltip', (ranges, text) =>
  expect(cellOf(customLines, 'segments', { ...row, segments: ranges.join('\n') })).toEqual({ text, title: ranges.join('\n') }),
)
