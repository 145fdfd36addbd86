/**
 * Business constants (spec point 9). Each lives here once; console and server read it from here.
 * Units are in the names; prices are integer cents.
 */
export const limits = {
  requestTimeoutMs: 300_000,
  pageSizes: [10, 20, 30, 40, 50, 100, 200],
  defaultPageSize: 20,
  maxPageSize: 200,
  /** Rows that a list counts and pages through; a filter or the other order reaches what is behind them. */
  countedRows: 100_000,
  messagePageSize: 100,
  messageBadgeMaximum: 99,
  messageDrawerWidthPx: 450,
  messageTitleLength: 100,
  /** Letters of the HTML, images not counted: they are kept apart. */
  messageContentLength: 100_000,
  messageImageBytes: 5 * 1024 * 1024,
  messageImagePixels: 24_000_000,
  /** Live streams of one account in one server process. */
  messageStreams: 16,
  nodeCheckFrequencySeconds: { min: 10, max: 300, step: 10, default: 10 },
  nodeCheckTimingPeriodSeconds: { min: 60, max: 3600, step: 60, default: 60 },
  nodeCheckFailurePercent: { min: 1, max: 100, default: 80 },
  nodeCheckSettingId: 37,
  /** How long the token of an install command is good. */
  nodeEnrolmentSeconds: 3600,
  openNodeEnrolments: 100,
  /** Letters of one setting as JSON: pictures have a place of their own. */
  settingValueLength: 262_144,
  /** Saved states that are kept of each record. */
  settingVersions: 100,
  apiTokensOfAccount: 50,
  /** Domains, or service groups, that one API token can be limited to. */
  apiTokenScope: 200,
  /** What an API key may call until its owner says otherwise. */
  apiTokenCallsPerFiveMinutes: 1200,
  /** Tries of settings by one administrator. */
  settingTestsPerMinute: 5,
  /** Reads at other DNS providers by one account. */
  providerReadsPerMinute: 6,
  /** Text messages that anybody may ask for; what administrators test is not counted. */
  smsPerPhone: { minute: 1, hour: 5, day: 10 },
  smsPerAddressAndHour: 30,
  /** A code sent by text message. */
  smsCode: { lifeSeconds: 300, tries: 3 },
  httpPort: 80,
  httpsPort: 443,
  /** Ports must lie strictly between 0 and 65535: the spec's own limit refuses 65535. */
  portBelow: 65_535,
  bulkDomains: 500,
  rechargeMinimumCents: 100,
  rechargeCreditedWithinMinutes: 5,
  rechargeMaximumCents: 100_000_000,
  paymentTestMaximumCents: 2_000_000,
  paymentNotificationBytes: 64 * 1024,
  /** Real-name verifications that one account may begin within 24 hours. */
  verificationsOfDay: 5,
  verificationFeeMaximumCents: 100_000,
  sideMenuWidthPx: 220,
  sideMenuCollapsedWidthPx: 70,
  cachedViews: 10,
  chunkLoadTimeoutMs: 120_000,
  breakpointsPx: { mobile: 768, pad: 992, collapsed: 1366 },
  resizeThrottleMs: 100,
  defaultLanguage: 'cn',
  defaultPrimaryColour: '#177DFF',
  dialogTop: '15vh',
  defaultCurrencySymbol: '￥',
  byteBase: 1000,
  wrongNameserversRemovalDays: 30,
  ptrChangeWorkingDays: [1, 2],
  /** How long a request for a domain of another user is good, and how many one call looks up. */
  domainClaimDays: 7,
  checkedDomainClaims: 100,
  /** Why a reverse segment was rejected. */
  reverseSegmentReasonLength: 200,
  /** PTR records that one call makes by a pattern: those of an IPv4 /16. */
  generatedPtrRecords: 65_536,
  /** PTR records whose host names are looked up by one call. */
  checkedPtrRecords: 200,
  captchaLifeSeconds: 120,
  /** For one client address. */
  captchaPicturesPerMinute: 30,
  captchaImageRetries: 5,
  captchaRetryThrottleMs: 200,
  /** Ids sent to one bulk call on one page of a list. */
  bulkIds: 1000,
  /** Saved filters of one account on one list. */
  savedFiltersOfList: 50,
  savedFilterNameLength: 40,
  /** Record templates of the administrators' own: how many, and what each may hold. */
  recordTemplates: 200,
  templateNameLength: 64,
  templateRemarkLength: 200,
  templateRecords: 100,
  templateValueLength: 4096,
  /** Placeholders of one record of a template, beside the domain. */
  templatePlaceholders: 3,
  /** Logs: 180 days are what operators in China must keep at least (Cybersecurity Law, article 21). */
  logRetentionDays: { min: 180, max: 36_500, default: 365 },
  domainRemarkLength: 200,
  approvalRemarkLength: 200,
  accountRemarkLength: 200,
  /** Why a finding of a health check is ignored. */
  healthReasonLength: 200,
  /** Records of a domain that a health check reads. */
  healthRecords: 250_000,
  /** Of a zone that is transferred from another name server. */
  transferredRecords: 250_000,
  accountTagLength: 20,
  accountTags: 20,
  /** Lines of one import of accounts: each costs the work of one password. */
  accountImportLines: 500,
  /** Agents have levels 1–9 above ordinary users: types 3–11. */
  agentLevels: 9,
  /** For so long after a sign-in or a confirmation, a session may use the rights that open all others. */
  sessionConfirmedSeconds: 600,
  /** An administrator acts as a user at most this long without doing anything. */
  impersonationSeconds: 3600,
  recordRemarkLength: 200,
  /** Of a record; 0 is a warning. */
  recordTtlSeconds: { min: 0, max: 2_147_483_647, default: 600 },
  /** What new records of a domain start with: 0 is for single records. */
  defaultTtlMinSeconds: 1,
  recordWeight: { min: 0, max: 100 },
  /** Changes of one record/apply call; imports use a call of their own. */
  recordChanges: 5000,
  /** Records that one record/bulk call changes or adds. */
  bulkRecords: 100_000,
  /** Records of all domains that one file holds. */
  bulkExportRecords: 1_000_000,
  /** Lines that one record/bulk call copies to. */
  bulkLines: 100,
  /** Custom lines of a domain. */
  customLines: 100,
  customLineNameLength: 17,
  /** Credentials for dynamic updates of a domain. */
  dynamicHosts: 100,
  /** Keys for DNS UPDATE of a domain. */
  updateKeys: 20,
  /** Names of one set of vanity name servers. */
  vanityNameservers: { min: 2, max: 13 },
  /** IP ranges of one custom line, and letters of one range. */
  customLineSegments: 500,
  customLineSegmentLength: 100,
  zoneFileBytes: 32 * 1024 * 1024,
  /** An XLSX file of records, packed. */
  workbookBytes: 8 * 1024 * 1024,
  /** A backup sent to be restored; larger ones are restored by the command line. */
  backupUploadBytes: 2 * 1024 * 1024 * 1024,
  backupExportsPerHour: 3,
  updateArchiveBytes: 512 * 1024 * 1024,
  updateManifestBytes: 4096,
  licenceFileCharacters: 8192,
} as const

/** Default table preference (spec points 3 and 9). */
export const tablePreferenceDefaults = { stripe: 0, border: 0, size: 'small', align: 'left', pagesize: 20 } as const
