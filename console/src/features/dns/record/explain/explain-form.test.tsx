import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { ExplainForm } from './explain-form.tsx'

const lines = { nameOf: (line: string) => line } as never

function shown(host: string): string {
  return renderToStaticMarkup(
    <ExplainForm
      question={{ client: '192.0.2.1', host, type: 'AAAA' }}
      wrong={{}}
      domainName="example.com"
      lines={lines}
      isRunning={false}
      onChange={() => {}}
      onAsk={() => {}}
    />,
  )
}

describe('a question to be explained', () => {
  test.each([
    ['of a host', ' www ', 'www.example.com'],
    ['of the domain itself', '@', 'example.com'],
    ['of nothing else', '', 'example.com'],
  ])('says the name %s that it is about', (_, host, name) => {
    expect(shown(host)).toContain(`>${name}</p>`)
  })

  test('shows what it asks for', () => {
    const values = [...shown('www').matchAll(/<input[^>]* value="([^"]*)"/g)].map(([, value]) => value)
    expect(values).toEqual(['192.0.2.1', 'www', 'AAAA'])
  })

  test('offers every type that can be asked for', () => {
    const offered = [...shown('www').matchAll(/<option(?: value="([^"]*)")?/g)].map(([, value]) => value)
    expect(offered).toEqual(expect.arrayContaining(['A', 'AAAA', 'MX', 'ANY']))
    expect(offered).not.toContain(undefined)
  })
})
