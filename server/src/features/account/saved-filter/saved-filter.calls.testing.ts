import { savedFilter } from '@nameplane/contract/account/saved-filter'
import type { TestApp } from '../../../../../tests/support/app.ts'
import type { ValidCalls } from '../../../../../tests/support/noun-fixtures.ts'

declare module '../../../../../tests/support/fixture-world.ts' {
  interface FixtureWorld {
    savedFilterId: number
  }
}

export async function makeFixtures({ call }: Pick<TestApp, 'call'>, name: string): Promise<{ savedFilterId: number }> {
  const { data } = await call(savedFilter.save, { screen: `/dns/domain/list?view=${name.replace(/\W/g, '')}`, name, filters: { search: name } })
  return { savedFilterId: data.id }
}

export const validCalls: ValidCalls = {
  'savedFilter.list': () => ({ screen: '/dns/domain/list' }),
  'savedFilter.save': ({ name }) => ({
    screen: '/dns/domain/list?view=recycled',
    name: `saved ${name}`,
    filters: { search: 'world', sidx: 'domain', order: 'asc' },
  }),
  'savedFilter.update': ({ savedFilterId, name }) => ({ id: savedFilterId, name: `renamed ${name}`, filters: { status: '1' } }),
  'savedFilter.delete': ({ savedFilterId }) => ({ ids: [savedFilterId] }),
}
