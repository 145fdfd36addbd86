import { domainPath } from './domain-pages.ts'

/** The record editor of a domain. */
export const recordsPath = (domain: { domain: string; id: number; userId: number }): string => domainPath('record', domain)
