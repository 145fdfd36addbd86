import { describe, expect, it } from 'vitest'
import { secretMask } from '@nameplane/contract/secret-mask'
import { emailServer } from '@nameplane/contract/system/settings/email-server'
import { secretsOfElsewhere, without } from './secrets-of-elsewhere.ts'

const saved = {
  host: 'smtp.example.net',
  port: 465,
  username: 'platform@example.net',
  authentication: 'password',
  password: secretMask,
  oauth: { tenant: 'a.example', clientId: 'client', clientSecret: secretMask, refreshToken: secretMask, authority: 'https://login.example' },
}

describe('secrets of a form', () => {
  it('stay while they go where they were entered for', () => {
    expect(secretsOfElsewhere(emailServer, saved, { ...saved, port: '465', senderName: 'Us' })).toEqual({ asked: [], forgotten: [] })
  })

  it.each([{ host: 'other.example.net' }, { port: 587 }, { username: 'other@example.net' }])('are asked for again with %j', (change) => {
    const { asked, forgotten } = secretsOfElsewhere(emailServer, saved, { ...saved, ...change })
    expect(asked).toEqual(['password'])
    expect(forgotten).toEqual(['oauth.clientSecret', 'oauth.refreshToken'])
  })

  it('are not asked for once they are typed', () => {
    expect(secretsOfElsewhere(emailServer, saved, { ...saved, host: 'other.example.net', password: 'typed' }).asked).toEqual([])
  })

  it('that are forgotten are sent empty', () => {
    expect(without(saved, ['oauth.clientSecret'])).toEqual({ ...saved, oauth: { ...saved.oauth, clientSecret: '' } })
  })
})
