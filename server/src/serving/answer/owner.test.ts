import { describe, expect, it } from 'vitest'
import { queryPacket } from '../wire/wire-client.testing.ts'
import { textOfKey } from '../wire/wire-key.ts'
import { compileZone } from '../zone/zone.ts'
import { ZoneTable } from '../zone/zone-table.ts'
import { childZone, hardZone, otherZone } from '../zone/zones.testing.ts'
import { answerQuery, plainContext } from './answer.ts'

describe('the name of the zone that stands for what was asked', () => {
  const zones = new ZoneTable()
  for (const source of [hardZone, otherZone, childZone]) zones.put(compileZone(source))
  const ownerOf = (name: string, type = 1): string | null => {
    const { event } = answerQuery(queryPacket({ name, type }), plainContext(zones))
    return event!.owner && textOfKey(event!.owner)
  }

  it.each<[string, string, string | null]>([
    ['is itself', 'MAIL.hard.test', 'mail'],
    ['is the zone’s own', 'hard.test', ''],
    ['is itself where it has no such type', 'onlytxt.hard.test', 'onlytxt'],
    ['is the wildcard', 'any.name.wild.hard.test', '*.wild'],
    ['is where the chain of CNAMEs begins', 'aliaswild.hard.test', 'aliaswild'],
    ['is the cut', 'made.up.sub.hard.test', 'sub'],
    ['is the owner of the DNAME', 'made.up.dname.hard.test', 'dname'],
    ['is none where the name is not there', 'made.up.hard.test', null],
    ['is none where the name owns nothing', 'c.ent.hard.test', null],
    ['is none outside all zones', 'www.elsewhere.example', null],
  ])('%s: %s', (_rule, name, owner) => expect(ownerOf(name)).toBe(owner))
})
