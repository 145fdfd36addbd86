import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import type { FieldNames } from '../field-names.ts'
import { limits } from '../limits.ts'
import { Id, Ids, jsonOr, listQuery, pageOf, Version } from '../paging.ts'
import { registerProblems } from '../problem-text.ts'
import { plainText } from '../rules.ts'
import { Time } from '../time.ts'
import { RecordSent } from './record.ts'

/** A record that a template gives: host and value may hold `{domain}` and placeholders that are asked for when it is used (record-template-text.ts). */
export const TemplateRecord = z.object({
  host: RecordSent.shape.host,
  type: RecordSent.shape.type,
  line: RecordSent.shape.line,
  value: z.string().check(z.trim(), z.minLength(1, 'required'), z.maxLength(limits.templateValueLength)),
  ttl: RecordSent.shape.ttl,
  weight: z._default(RecordSent.shape.weight, null),
  remark: RecordSent.shape.remark,
})
export type TemplateRecord = z.infer<typeof TemplateRecord>

/** A template of the administrators' own as lists show it. */
export const RecordTemplate = z.object({
  id: z.number(),
  name: z.string(),
  remark: z.string(),
  recordCount: z.number(),
  rowVersion: z.number(),
  createTime: Time,
  updateTime: Time,
})
export type RecordTemplate = z.infer<typeof RecordTemplate>

const StoredRecord = z.object({
  host: z.string(),
  type: z.string(),
  line: z.string(),
  value: z.string(),
  ttl: z.number(),
  weight: z.nullable(z.number()),
  remark: z.string(),
})
export const RecordTemplateDetail = z.object({ ...RecordTemplate.shape, records: z.array(StoredRecord) })
export type RecordTemplateDetail = z.infer<typeof RecordTemplateDetail>

const fields = {
  name: plainText(limits.templateNameLength).check(z.minLength(1, 'required')),
  remark: z._default(plainText(limits.templateRemarkLength), ''),
  records: jsonOr(z.array(TemplateRecord).check(z.minLength(1, 'required'), z.maxLength(limits.templateRecords, 'template_too_long'))),
}

/*
 * Whoever sees records may use templates: these hold nothing that their reader could not type, and end in a review that shows
 * every value. Changing them has rights of its own, since everybody uses the same ones and no data scope applies.
 */
export const recordTemplate = {
  list: endpoint('GET sys/dns/record_template/list', {
    summary: 'List record templates',
    access: 'record.read',
    input: listQuery(['name', 'createTime', 'updateTime'], { search: z.optional(z.string().check(z.trim(), z.maxLength(80))) }),
    reply: z.object({ data: pageOf(RecordTemplate) }),
  }),
  detail: endpoint('GET sys/dns/record_template/detail', {
    summary: 'Get a record template with its records',
    access: 'record.read',
    input: z.object({ id: Id }),
    reply: z.object({ data: RecordTemplateDetail }),
    problems: ['record_template_missing'],
  }),
  save: endpoint('POST sys/dns/record_template/save', {
    summary: 'Save records as a template. Hosts and values may contain {domain} and placeholders such as {ip}.',
    access: 'record_template.write',
    input: z.object(fields),
    reply: z.object({ data: z.object({ id: z.number() }) }),
    problems: ['record_template_exists', 'record_templates_full'],
  }),
  update: endpoint('POST sys/dns/record_template/update', {
    summary: 'Edit a record template',
    access: 'record_template.write',
    input: z.object({ id: Id, rowVersion: z.optional(Version), ...fields }),
    problems: ['record_template_missing', 'record_template_exists', 'changed_meanwhile'],
  }),
  delete: endpoint('POST sys/dns/record_template/delete', {
    summary: 'Delete record templates',
    access: 'record_template.delete',
    input: z.object({ ids: Ids }),
    problems: ['record_template_missing'],
  }),
}

export const rights = {
  'record_template.write': { zh: '添加与修改记录模板', en: 'Add and edit record templates' },
  'record_template.delete': { zh: '删除记录模板', en: 'Delete record templates' },
} as const

export const problems = {
  record_template_missing: { zh: '记录模板不存在', en: 'Record template not found' },
  record_template_exists: { zh: '记录模板名称已存在', en: 'Record template name already exists' },
  record_templates_full: { zh: '最多保存 {maximum} 个记录模板', en: 'At most {maximum, record template}' },
  template_too_long: { zh: '每个模板最多 {maximum} 条记录', en: 'At most {maximum, record} per template' },
  placeholder_unfit: { zh: '占位符无论填什么，都得不到有效的{type}记录', en: 'Whatever is entered for the placeholders, this is not a valid {type} record' },
  placeholder_elsewhere: {
    zh: '占位符 {name} 在此处需要的内容与其他记录不同，请换一个名称',
    en: 'The placeholder {name} needs another kind of value here than in other records. Use another name.',
  },
  too_many_placeholders: { zh: '每条记录最多 {maximum} 个占位符', en: 'At most {maximum, placeholder} per record' },
} as const
registerProblems(problems)

export const auditWords = {
  'record_template.create': { zh: '添加记录模板', en: 'Record template added' },
  'record_template.update': { zh: '修改记录模板', en: 'Record template changed' },
  'record_template.delete': { zh: '删除记录模板', en: 'Record template deleted' },
} as const

export const logWords = { record_template: { zh: '记录模板', en: 'Record template' } } as const

/** What the fields of templates are called, beside those that are called so everywhere. */
export const fieldNames = {
  records: { zh: '解析记录', en: 'Records' },
  recordCount: { zh: '记录数', en: 'Records' },
  host: { zh: '主机记录', en: 'Host' },
  type: { zh: '记录类型', en: 'Type' },
  line: { zh: '线路', en: 'Line' },
  value: { zh: '记录值', en: 'Value' },
  ttl: { zh: 'TTL', en: 'TTL' },
  weight: { zh: '权重', en: 'Weight' },
} as const satisfies FieldNames

export const terms = [
  {
    zh: '记录模板',
    en: 'record template',
    word: 'record_template',
    meaning: 'Records under a name, saved by an administrator for use in any domain. `{domain}` and other placeholders are filled in at use.',
  },
] as const
