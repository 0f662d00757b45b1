import { join } from 'node:path'
import { z } from 'zod'
import { captchaProviders, type ProviderName } from '#server/features/identity/bot-protection/captcha-provider.ts'
import type { AppSettings } from '#server/kernel/deps.ts'
import { type BackupSettings, readBackupSettings } from './copies/backup-settings.ts'
import { releaseName } from './copies/release.ts'
import type { PoolSettings } from './open-postgres.ts'
import type { PrinterAddress } from './printers/printer-addresses.ts'
import { readSecretFiles } from './secrets/secret-files.ts'
import { Environment, type logLevels, wanted } from './start/environment.ts'
import { StartupError } from './startup-error.ts'

/** All settings from the environment, read once. */
export interface Settings extends AppSettings {
  /** 0 lets the operating system choose one. */
  port: number
  /** Address to listen on; undefined for every address of this machine. */
  listenAddress: string | undefined
  /** Where metrics are read; undefined for nowhere. */
  metrics: { port: number; address: string } | undefined
  /** Collector of traces; undefined for none. */
  otlpUrl: string | undefined
  dataDir: string
  /** Folder of the journal of acts that a restore must not undo. */
  journalDir: string
  databaseUrl: string | undefined
  /** Connections to the external database, and how long a request waits for one before it is told to come again. */
  databasePool: PoolSettings
  smtpUrl: string | undefined
  /** Sender address of emails. */
  mailFrom: string
  /** Third-party captcha, used in place of our own challenge. */
  captcha: { provider: ProviderName; siteKey: string; secret: string; verifyUrl: string } | undefined
  logLevel: (typeof logLevels)[number]
  /** Keys for encrypting faces and secrets, the newest first; empty for those of a file beside the embedded database. */
  faceKeys: readonly Uint8Array<ArrayBuffer>[]
  /** A simulated payment gateway that runs already; never in production. */
  simulatedGatewayUrl: string | undefined
  /** True to reach identity providers on this machine, without TLS; never in production. */
  identityLoopback: boolean
  /** Webhooks may go to this machine, also without TLS; never in production. */
  localWebhooks: boolean
  /** Printers of schools' networks that tills may use over this server, or call by themselves. */
  printers: readonly PrinterAddress[]
  /**
   * True to fill an empty database with the two demo schools, whose passwords everyone can read in the source: opt-in where real
   * people or real data may be.
   */
  demoSchools: boolean
  backup: BackupSettings
}

function captchaOf(data: z.output<typeof Environment>): Settings['captcha'] {
  const { CAPTCHA_PROVIDER: provider, CAPTCHA_SITE_KEY: siteKey, CAPTCHA_SECRET: secret } = data
  if (!siteKey || !secret) return undefined
  return { provider, siteKey, secret, verifyUrl: data.CAPTCHA_VERIFY_URL ?? captchaProviders[provider].verifyUrl }
}

/**
 * Reads the settings; an empty variable counts as unset.
 * @throws StartupError that names the first bad setting and says what it must be.
 */
export function readSettings(environment: Readonly<Record<string, string | undefined>> = process.env): Settings {
  const given = Object.fromEntries(
    Object.entries(readSecretFiles(environment)).filter(([, value]) => value !== undefined && value !== ''),
  )
  const parsed = Environment.safeParse(given)
  if (!parsed.success) {
    const name = z.keyof(Environment).parse(parsed.error.issues[0]?.path[0])
    throw new StartupError('bad-setting', `The setting ${name} must be ${wanted[name]}.`)
  }
  const { data } = parsed
  if (data.SMTP_URL !== undefined && data.PUBLIC_URL === undefined && data.NODE_ENV === 'production') {
    // Otherwise links in emails would follow a caller's Host header.
    throw new StartupError('bad-setting', 'With SMTP_URL, PUBLIC_URL must be set too: links in mails begin with it.')
  }
  if (Boolean(data.CAPTCHA_SITE_KEY) !== Boolean(data.CAPTCHA_SECRET)) {
    const name = data.CAPTCHA_SITE_KEY ? 'CAPTCHA_SECRET' : 'CAPTCHA_SITE_KEY'
    throw new StartupError('bad-setting', `The setting ${name} must be ${wanted[name]}.`)
  }
  const backup = readBackupSettings(given)
  const demoSchools = data.DEMO_SCHOOLS ?? (data.PUBLIC_URL === undefined && data.DATABASE_URL === undefined)
  // Everybody knows the passwords of demo schools: unless asked otherwise they are shown to this machine only.
  const isTrial = demoSchools && new URL(data.PUBLIC_URL ?? 'http://localhost').hostname === 'localhost'
  return {
    port: data.PORT,
    listenAddress: data.LISTEN_ADDRESS ?? (isTrial ? '127.0.0.1' : undefined),
    metrics: data.METRICS_PORT === undefined ? undefined : { port: data.METRICS_PORT, address: data.METRICS_ADDRESS },
    otlpUrl: data.OTLP_URL,
    dataDir: data.DATA_DIR,
    journalDir: data.JOURNAL_DIR ?? join(data.DATA_DIR, 'journal'),
    databaseUrl: data.DATABASE_URL,
    databasePool: { max: data.DATABASE_POOL, waitMs: data.DATABASE_WAIT_MS },
    publicUrl: data.PUBLIC_URL,
    hosts: data.HOSTS,
    testHosts: data.TEST_HOSTS,
    assetsUrl: data.ASSETS_URL,
    smtpUrl: data.SMTP_URL,
    mailFrom: data.MAIL_FROM ?? `no-reply@${new URL(data.PUBLIC_URL ?? 'http://localhost').hostname}`,
    captcha: captchaOf(data),
    faceKeys: data.FACE_KEY ?? [],
    identityLoopback: data.IDENTITY_LOOPBACK && data.NODE_ENV !== 'production',
    simulatedGatewayUrl: data.NODE_ENV === 'production' ? undefined : data.SIMULATED_GATEWAY_URL,
    localWebhooks: data.NODE_ENV !== 'production' && data.LOCAL_WEBHOOKS,
    printers: data.PRINTERS ?? [],
    logLevel: data.LOG_LEVEL,
    trustProxy: data.TRUST_PROXY,
    demoSchools,
    backup,
    release: releaseName(),
    copies: { isScheduled: backup.atMinutes.length > 0, maxAgeHours: backup.maxAgeHours },
    mode: data.NODE_ENV,
  }
}
