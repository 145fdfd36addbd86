/** Terms of the glossary about records. */
export const recordTerms = [
  {
    zh: '别名目标',
    en: 'alias target',
    word: 'aliasTarget',
    meaning: 'The name of an ALIAS record, whose addresses the platform looks up and nodes answer with. Stored as `alias_target`.',
  },
  { zh: '转发服务', en: 'redirect service', word: 'redirect', meaning: 'Leads visitors of a host with a URL record to its target, by HTTP on the nodes' },
  { zh: '解析记录', en: 'record', word: 'record', meaning: 'One resource record of a domain for one line' },
  { zh: '记录集', en: 'record set', word: 'rrset', meaning: 'All records of one host, type and line, answered together with one TTL' },
  { zh: '主机记录', en: 'host', word: 'host', meaning: 'Owner name relative to the domain. `@` is the zone apex.' },
  { zh: '保存记录', en: 'revision', word: 'revision', meaning: 'One version of a domain: who changed what, and when' },
] as const
