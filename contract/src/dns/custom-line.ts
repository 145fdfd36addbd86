import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import type { NamesFor } from '../field-names.ts'
import { asCode } from '../fields.ts'
import { limits } from '../limits.ts'
import { Id, Ids, listQuery, pageOf, Version } from '../paging.ts'
import { registerProblems } from '../problem-text.ts'
import { plainText } from '../rules.ts'
import { Time } from '../time.ts'
import './quota-problems.ts'
import { readSegments, segmentProblems } from './line-segments.ts'

/** A line that one domain has for itself: it stands above all others in that domain. */
export const CustomLine = z.object({
  id: z.number(),
  domainId: z.number(),
  /** What records have as their line: `custom_` and a number that is never given again. */
  code: z.string(),
  name: z.string(),
  /** IP ranges, one a line: an address, `first-last` or a network. */
  segments: z.string(),
  /** Records of the domain on this line, paused ones too. */
  recordCount: z.number(),
  rowVersion: z.number(),
  createTime: Time,
  updateTime: Time,
})
export type CustomLine = z.infer<typeof CustomLine>

/** Text of ranges, one a line, none of which overlaps another. */
const Segments = asCode(
  z.string().check(
    z.trim(),
    z.minLength(1, 'required'),
    z.maxLength(limits.customLineSegments * limits.customLineSegmentLength),
    z.check((context) => {
      const read = readSegments(context.value)
      if ('problem' in read) context.issues.push({ code: 'custom', input: context.value, message: read.problem, params: read.params })
    }),
  ),
)

const fields = { name: plainText(limits.customLineNameLength).check(z.minLength(1, 'required')), segments: Segments }

export const customLine = {
  list: endpoint('GET sys/dns/custom_line/list', {
    summary: 'List custom lines of a domain, with the number of records on each',
    access: 'custom_line.read',
    users: 'own',
    input: listQuery(['name', 'createTime', 'updateTime'], { domainId: Id, search: z.optional(plainText(64)) }),
    reply: z.object({ data: pageOf(CustomLine) }),
    problems: ['domain_missing'],
  }),
  save: endpoint('POST sys/dns/custom_line/save', {
    summary: 'Add a custom line to a domain. `segments`: one IP range a line, none of which another custom line of the domain has.',
    access: 'custom_line.write',
    users: 'own',
    input: z.object({ domainId: Id, ...fields }),
    reply: z.object({ data: z.object({ id: z.number(), code: z.string() }) }),
    problems: [
      'domain_missing',
      'domain_locked',
      'custom_line_exists',
      'line_name_taken',
      'custom_line_range_taken',
      'too_many_custom_lines',
      'quota_custom_lines',
    ],
  }),
  update: endpoint('POST sys/dns/custom_line/update', {
    summary: 'Edit a custom line. Nodes answer by the new ranges immediately.',
    access: 'custom_line.write',
    users: 'own',
    input: z.object({ id: Id, rowVersion: z.optional(Version), ...fields }),
    problems: ['custom_line_missing', 'domain_locked', 'custom_line_exists', 'line_name_taken', 'custom_line_range_taken', 'changed_meanwhile'],
  }),
  delete: endpoint('POST sys/dns/custom_line/delete', {
    summary: 'Delete custom lines that no record is on',
    access: 'custom_line.delete',
    users: 'own',
    input: z.object({ ids: Ids }),
    problems: ['custom_line_missing', 'domain_locked', 'custom_line_in_use'],
  }),
}

export const rights = {
  'custom_line.read': { zh: '查看自定义线路', en: 'View custom lines', ofDomains: true },
  'custom_line.write': { zh: '添加与修改自定义线路', en: 'Add and edit custom lines', ofDomains: true },
  'custom_line.delete': { zh: '删除自定义线路', en: 'Delete custom lines', ofDomains: true },
} as const

export const problems = {
  custom_line_missing: { zh: '自定义线路不存在', en: 'Custom line not found' },
  custom_line_exists: { zh: '该域名已有同名的自定义线路', en: 'The domain already has a custom line of this name' },
  line_name_taken: { zh: '已有使用此名称或代码的线路', en: 'Another line has this name or code' },
  custom_line_in_use: { zh: '自定义线路“{name}”正在使用，不能删除：{count} 条解析记录', en: 'Custom line {name} in use by {count, record}' },
  too_many_custom_lines: { zh: '一个域名最多 {maximum} 条自定义线路', en: 'At most {maximum, custom line} in a domain' },
  custom_line_range_taken: { zh: '第 {number} 行与自定义线路“{name}”的 IP 段重叠：{range}', en: 'Line {number} overlaps custom line {name}: {range}' },
  ...segmentProblems,
} as const
registerProblems(problems)

export const auditWords = {
  'custom_line.create': { zh: '添加自定义线路', en: 'Custom line added' },
  'custom_line.update': { zh: '修改自定义线路', en: 'Custom line changed' },
  'custom_line.delete': { zh: '删除自定义线路', en: 'Custom line deleted' },
} as const

export const logWords = { custom_line: { zh: '自定义线路', en: 'Custom line' } } as const

/** What the fields of custom lines are called, beside those that are called so everywhere. */
export const fieldNames = {
  domainId: { zh: '域名', en: 'Domain' },
  code: { zh: '代码', en: 'Code' },
  segments: { zh: 'IP 段', en: 'IP ranges' },
  recordCount: { zh: '解析记录', en: 'Records' },
} as const satisfies NamesFor<typeof customLine.save>

export const menu = [{ path: '/dns/domain/list/admin/{domain}/{id}/{userId}/line', right: 'custom_line.read', hidden: true, place: 30 }] as const

export const terms = [
  { zh: '自定义线路', en: 'custom line', word: 'custom_line', meaning: 'A line of one domain, defined by IP ranges, above all other lines in that domain' },
] as const
