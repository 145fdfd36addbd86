import { describe, expect, it } from 'vitest'
import { domainOfFileName, zoneTextsOf } from './zone-texts.ts'

const cut = (text: string, name = '') => {
  const { zones, homeless } = zoneTextsOf([{ name, text }])
  return {
    zones: zones.map((zone) => `${zone.domain} ${zone.format} ${zone.lineNumbers?.join(',') ?? '*'}`),
    homeless: homeless.map((one) => `${one.lineNumber} ${one.code}`),
  }
}

describe('a text with several domains', () => {
  it('is cut where $ORIGIN leaves the domain before, with the default TTL that holds there', () => {
    const text = '$TTL 300\n$ORIGIN one.example.\nwww A 192.0.2.1\n$ORIGIN sub.one.example.\nftp A 192.0.2.2\n$ORIGIN two.example.\nwww A 192.0.2.3'
    expect(cut(text)).toEqual({ zones: ['one.example bind 1,2,3,4,5', 'two.example bind 1,6,7'], homeless: [] })
    expect(zoneTextsOf([{ name: '', text }]).zones[1]!.text).toBe('$TTL 300\n$ORIGIN two.example.\nwww A 192.0.2.3')
  })

  it('is cut at each SOA record, also at that of a subdomain, as transfers print them', () => {
    const soa = (zone: string) => `${zone}.\t600\tIN\tSOA\tns1.example. h.example. 1 2 3 4 5\nwww.${zone}. 600 IN A 192.0.2.1\n`
    expect(cut(`; <<>> DiG\n${soa('one.example')}${soa('sub.one.example')}`).zones).toEqual(['one.example bind 2,3', 'sub.one.example bind 4,5,6'])
    expect(cut('$ORIGIN .\n$TTL 60\none.example IN SOA a. b. 1 2 3 4 5\n$ORIGIN one.example.\nwww A 192.0.2.1').zones).toEqual(['one.example bind 2,3,3,4,5'])
  })

  it('is cut by the column of domains, in any order of the rows, with the lines they came from', () => {
    const text =
      'Domain,Host,Type,Value\none.example,www,A,192.0.2.1\ntwo.example,www,A,192.0.2.2\nONE.example.,t,TXT,"a\nb"\n-bad,www,A,192.0.2.3\n,www,A,192.0.2.4\n'
    expect(cut(text)).toEqual({ zones: ['one.example table 1,2,4,5', 'two.example table 1,3'], homeless: ['6 domain_line_invalid', '7 import_domain_unknown'] })
  })

  it('belongs to the domain that the file is named after, unless it says another one', () => {
    expect(cut('www A 192.0.2.1\n', 'one.example.zone').zones).toEqual(['one.example bind 1,2'])
    expect(cut('Host,Type,Value\nwww,A,192.0.2.1\n', 'one.example (2).csv').zones).toEqual(['one.example table *'])
    expect(cut('{"format":"nameplane-records","version":1,"domain":"one.example","records":[]}', 'two.example.json').zones).toEqual(['one.example json *'])
    expect(cut('$ORIGIN two.example.\nwww A 192.0.2.1\n', 'one.example.zone').zones).toEqual(['two.example bind 1,2,3'])
  })

  it('is refused where nothing says whose records they are, or the same domain comes again', () => {
    expect(cut('\nwww A 192.0.2.1\n')).toEqual({ zones: [], homeless: ['2 import_domain_unknown'] })
    const file = { name: 'one.example.zone', text: 'www A 192.0.2.1' }
    expect(zoneTextsOf([file, file]).homeless).toEqual([{ source: file.name, lineNumber: 1, code: 'domain_line_repeated', line: 'one.example' }])
  })

  it('is read behind the mark that editors put before a text', () => {
    for (const text of ['$ORIGIN one.example.\nwww A 192.0.2.1', 'one.example. IN SOA a. b. 1 2 3 4 5', 'Domain,Host,Type,Value\none.example,www,A,192.0.2.1'])
      expect(cut(`\ufeff${text}`)).toEqual(cut(text))
    const json = '{"format":"nameplane-records","version":1,"domain":"one.example","records":[]}'
    expect(zoneTextsOf([{ name: '', text: `\ufeff${json}` }]).zones[0]!.text).toBe(json)
  })

  it.each([
    ['db.example.com', 'example.com'],
    ['C:\\zones\\例子.中国.txt', 'xn--fsqu00a.xn--fiqs8s'],
    ['zone.txt', null],
    ['export.2026.csv', null],
    ['', null],
  ])('is named %s for %s', (name, domain) => expect(domainOfFileName(name)).toBe(domain))
})
