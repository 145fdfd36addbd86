import type { Bilingual } from './field-names.ts'
import { nameOfField } from './field-names.ts'
import { logFieldNames } from './log-field-names.ts'
import { manifests } from './manifests.ts'
import { moduleOf } from './dns/log.ts'

/* The words of the logs, as the nouns declare them. The console does not load them: it is told them with what it shows. */

/** What the actions of the audit log are called: one line for each action that a change of the server carries. */
export const auditActions: Readonly<Record<string, Bilingual>> = Object.assign({}, ...manifests.map((noun) => noun.auditWords))

/** Parts of the platform, by what stands before the point of an action; also the kinds of targets. */
const modules: Readonly<Record<string, Bilingual>> = Object.assign({}, ...manifests.map((noun) => noun.logWords))

const nounOf = new Map(manifests.flatMap((noun) => Object.keys(noun.logWords ?? {}).map((module) => [module, noun] as const)))

const itself = (name: string): Bilingual => ({ zh: name, en: name })

/** An action's words, whole without its target; the action itself where a newer server has one that we do not know. */
export function auditActionWords(action: string): Bilingual {
  return Object.hasOwn(auditActions, action) ? auditActions[action]! : itself(action)
}

/** What a part of the platform, or a kind of target, is called; its own name where there are no words for it. */
export function moduleWords(module: string): Bilingual {
  return Object.hasOwn(modules, module) ? modules[module]! : itself(module)
}

/** Actions that the operation log knows, without signing in, which has a log of its own; in the order of their parts. */
export const operationActions: readonly string[] = Object.keys(auditActions)
  .filter((action) => action !== 'session.create' && action !== 'session.refuse')
  .sort()

/** The parts that have actions. */
export const operationModules: readonly string[] = [...new Set(operationActions.map(moduleOf))]

/**
 * What a member of an entry of a part is called: as that part's noun says, else the platform, else another noun; its own
 * name where nobody says so. Both spellings of a member are one: `serviceGroupId` and `service_group_id`.
 */
export function memberWords(member: string, module: string): Bilingual {
  const field = member.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
  const own = nameOfField(field, nounOf.get(module)?.fieldNames)
  if (own) return own
  const shownInLogOnly = nameOfField(field, logFieldNames)
  if (shownInLogOnly) return shownInLogOnly
  for (const { fieldNames } of manifests) if (fieldNames && Object.hasOwn(fieldNames, field)) return fieldNames[field]!
  return itself(member)
}
