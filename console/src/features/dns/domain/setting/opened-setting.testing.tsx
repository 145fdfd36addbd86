import { screen } from '@testing-library/react'
import { domain } from '@nameplane/contract/dns/domain'
import { call } from '../../../../api/client.ts'
import { wholeConsole, type WholeConsole } from '../../../../app/whole-console.testing.tsx'
import { domainPath, type DomainPageName } from '../../../../entities/domain/domain-pages.ts'

/* The settings of one domain, opened in the whole console. */

export type OwnDomain = { readonly id: number; readonly name: string; readonly userId: number }

export async function newDomain(name: string, more: { readonly userId?: number } = {}): Promise<OwnDomain> {
  const { id } = (await call(domain.save, { domain: name, ...more })).data
  return { id, name, userId: (await detailOf(id)).userId }
}

export const detailOf = async (id: number) => (await call(domain.detail, { id })).data

export async function openedAt(page: DomainPageName, { id, name, userId }: OwnDomain): Promise<WholeConsole> {
  const opened = wholeConsole()
  await opened.open(domainPath(page, { domain: name, id, userId }))
  return opened
}

/** One section of the settings. */
export const card = (name: string): Promise<HTMLElement> => screen.findByRole('region', { name })
