/** What a backup is made of, in the order it is restored; `needs` are the parts that one cannot be without. */
export const backupParts = {
  accounts: { zh: '账号与权限', en: 'Accounts and roles', needs: [] },
  domains: { zh: '域名与解析', en: 'Domains and records', needs: ['accounts'] },
  settings: { zh: '系统配置与菜单', en: 'System configuration and menu', needs: [] },
  messages: { zh: '消息', en: 'Messages', needs: ['accounts'] },
  finance: { zh: '支付与账务', en: 'Payments and ledger', needs: ['accounts'] },
  logs: { zh: '日志与审计链', en: 'Logs and audit trail', needs: [] },
  statistics: { zh: '解析统计', en: 'Query statistics', needs: ['domains'] },
} as const satisfies Record<string, { zh: string; en: string; needs: readonly string[] }>

export type BackupPart = keyof typeof backupParts

export const backupPartNames = Object.keys(backupParts) as [BackupPart, ...BackupPart[]]

/** The parts with those that they need, in order. */
export function withNeededParts(parts: readonly BackupPart[]): BackupPart[] {
  const wanted = new Set<BackupPart>()
  const add = (part: BackupPart): void => {
    wanted.add(part)
    for (const needed of backupParts[part].needs) add(needed)
  }
  parts.forEach(add)
  return backupPartNames.filter((part) => wanted.has(part))
}
