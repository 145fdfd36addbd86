import type * as z from 'zod/mini'
import type { Language } from '@nameplane/contract/problems'
import type { Setting } from '@nameplane/contract/system/setting-declaration'
import type { Db } from '../db/connection.ts'

/** How a try went, in one sentence for whoever pressed the button; it holds no secret. */
export type TestResult = { isPassed: boolean; message: string }

/** What really tries a setting: sends the letter, asks the provider. */
export type SettingTester = {
  readonly setting: Setting
  /** `value` is what the setting's schema made of the form, secrets opened; `target` a mailbox or a phone where one is asked for. */
  readonly test: (value: never, circumstances: TestCircumstances) => Promise<TestResult>
}

export type TestCircumstances = { db: Db; target: string; language: Language; signal: AbortSignal }

/** Ties a setting to what tries it. */
export function settingTester<Value extends z.core.$ZodType>(
  setting: Setting<Value>,
  test: (value: z.output<Value>, circumstances: TestCircumstances) => Promise<TestResult>,
): SettingTester {
  return { setting, test }
}
