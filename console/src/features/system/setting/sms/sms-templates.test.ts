import { describe, expect, test } from 'vitest'
import { smsScenarioKeys, smsScenarios } from '@nameplane/contract/system/sms/sms-scenarios'
import { templatesInForm } from './sms-templates.tsx'

const { zh: codeZh, en: codeEn } = smsScenarios.code.name
const begun = (language: 'zh' | 'en', template?: object) =>
  templatesInForm[language]({ signname: 'Ada', templateIds: template && { code: template } } as never) as unknown as {
    signname: string
    templateIds: Record<string, { title: string; status: boolean; id?: string }>
  }

describe('the templates that a form begins with', () => {
  test('are one for each scenario, beside what else was saved', () => {
    const values = begun('zh')
    expect([Object.keys(values.templateIds), values.signname]).toEqual([[...smsScenarioKeys], 'Ada'])
  })

  test('have the titles of their scenarios in the reader’s language, where nobody has given them others', () => {
    const title = (language: 'zh' | 'en', template?: object) => begun(language, template).templateIds['code']!.title
    expect([title('zh'), title('en'), title('en', { title: codeZh }), title('en', { title: 'Login code' })]).toEqual([codeZh, codeEn, codeEn, 'Login code'])
  })

  test('are in use as they were saved, with the ids of the vendor', () => {
    const code = (template: object) => begun('zh', template).templateIds['code']
    expect([code({ status: 1, id: '77' }), code({ status: 0 })]).toMatchObject([{ status: true, id: '77' }, { status: false }])
    expect(begun('zh').templateIds['code']!.status).toBe(false)
  })
})
