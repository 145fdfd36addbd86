import { describe, expect, test } from 'vitest'
import { columnOf } from './column-names.ts'
import { lineFinder } from './line-names.ts'
import { textFormatOf } from './text-format.ts'

describe('the format is told from the text:', () => {
  test.each([
    ['nothing', '', 'bind'],
    ['a directive', '$ORIGIN example.com.\nwww,A,192.0.2.1', 'bind'],
    ['a remark before a record', '; {"a":1}\n@ A 192.0.2.1', 'bind'],
    ['a SOA', '@ 3600 IN SOA a. b. 1 2 3 4 5\nwww\tA\t192.0.2.1', 'bind'],
    ['an annotation', 'www\tA\t192.0.2.1 ; nameplane: {"weight":1}', 'bind'],
    ['words between tabs', 'www\t600\tIN\tA\t192.0.2.1\n\tIN\tAAAA\t2001:db8::1', 'bind'],
    ['double tabs, as dig has them', 'example.com.\t\t600\tIN\tNS\tns.example.net.', 'bind'],
    ['a remark behind tabs', 'www\tA\t192.0.2.1\t; first', 'bind'],
    ['cells of tabs', 'www\tA\t192.0.2.1', 'table'],
    ['cells of commas', 'www,A,192.0.2.1', 'table'],
    ['one row among lines of a zone file', 'a A 192.0.2.1\nb\tA\t192.0.2.2\t600\tx', 'table'],
    ['column names', 'name;type;content', 'table'],
    ['column names below a title', 'Records of May\n\nType\tHost\tValue', 'table'],
    ['an object', '{"records":[]}', 'json'],
    ['a list', '\n  [{"host":"@"}]', 'json'],
  ])('%s', (_, text, format) => {
    expect(textFormatOf(text)).toBe(format)
  })
})

test.each([
  ['主机记录', 'host'],
  [' * MX优先级 ', 'priority'],
  ['TTL值（秒）', 'ttl'],
  ['解析线路(isp)', 'line'],
  ['Value/Route traffic to', 'value'],
  ['record_type', 'type'],
  ['记录集ID', undefined],
  ['', undefined],
])('a column named %j is %s', (name, column) => {
  expect(columnOf(name)).toBe(column)
})

describe('a line is found', () => {
  const lines = [
    { code: 'default', nameZh: '默认', nameEn: 'Default' },
    { code: 'telecom', nameZh: '电信', nameEn: 'China Telecom' },
    { code: 'c_1', nameZh: '移动', nameEn: 'Vans' },
  ]
  test('by what the platform calls it before what providers do, and never where the platform has none', () => {
    const find = lineFinder(lines)
    expect(['TELECOM', '中国电信', '移动', 'c_1', 'default_view'].map(find)).toEqual(['telecom', 'telecom', 'c_1', 'c_1', 'default'])
    expect(['联通', 'unicom', 'c1x', ''].map(find)).toEqual([undefined, undefined, undefined, undefined])
  })

  test('by any code where no lines are known, which the server then judges', () => {
    expect(['office', '电信', '总部'].map(lineFinder([]))).toEqual(['office', 'telecom', undefined])
  })
})
