import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { commandLine } from '../commands/command-name.ts'
import { StartupError } from '../startup-error.ts'
import { isRecipient } from './encryption.ts'
import { type Retention, readRetention } from './retention.rules.ts'

/** Access to a bucket, as the tools of S3 name it. */
export interface S3Access {
  endpoint: string | undefined
  region: string
  keyId: string | undefined
  secret: string | undefined
}

/** Settings of backups, from the environment. */
export interface BackupSettings {
  /** Folder, `sftp://…` or `s3://…`; undefined where the command names one. */
  to: string | undefined
  recipients: readonly string[]
  /** Where the keys go, and who opens them: never the place and the people of the copies. */
  keys: { to: string; recipients: readonly string[] } | undefined
  /** Minutes of the day, in the machine's time zone, at which the server makes a copy; empty for none. */
  atMinutes: readonly number[]
  retention: Retention
  /** Age in hours from which the newest verified copy counts as too old. */
  maxAgeHours: number
  workDir: string
  /** Configuration of ssh for `sftp://`: keys, known hosts; undefined for the one of this user. */
  sshConfig: string | undefined
  s3: S3Access
  /** Addresses that are mailed when a copy fails or is too old. */
  alertEmails: readonly string[]
}

const list = z.string().transform((text) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean),
)
const recipients = list.refine((keys) => keys.length > 0 && keys.every(isRecipient))
const minute = /^([01]\d|2[0-3]):([0-5]\d)$/
const times = list
  .refine((texts) => texts.every((text) => minute.test(text)))
  .transform((texts) => texts.map((text) => Number(text.slice(0, 2)) * 60 + Number(text.slice(3))))

const Environment = z.object({
  BACKUP_TO: z.string().optional(),
  BACKUP_RECIPIENTS: recipients.default([]),
  BACKUP_KEYS_TO: z.string().optional(),
  BACKUP_KEYS_RECIPIENTS: recipients.optional(),
  BACKUP_AT: times.default([]),
  BACKUP_KEEP: z
    .string()
    .transform(readRetention)
    .refine((kept) => kept !== undefined)
    .default({ days: 14, weeks: 8, months: 12 }),
  BACKUP_MAX_AGE_HOURS: z.coerce.number().int().min(1).max(10_000).default(26),
  BACKUP_WORK_DIR: z.string().optional(),
  BACKUP_SSH_CONFIG: z.string().optional(),
  BACKUP_S3_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  AWS_REGION: z.string().default('us-east-1'),
  AWS_ACCESS_KEY_ID: z.string().optional(),
  AWS_SECRET_ACCESS_KEY: z.string().optional(),
  ALERT_EMAILS: list.refine((texts) => texts.every((text) => z.email().safeParse(text).success)).default([]),
})

/** What each setting must be, for messages; values are never repeated. */
const wanted: Record<keyof z.input<typeof Environment>, string> = {
  BACKUP_TO: 'a folder, sftp://user@host/folder or s3://bucket/prefix',
  BACKUP_RECIPIENTS: `public keys separated by commas, as "${commandLine('backup', 'new-key')}" prints them`,
  BACKUP_KEYS_TO: 'another place than that of the copies, set together with BACKUP_KEYS_RECIPIENTS',
  BACKUP_KEYS_RECIPIENTS:
    'public keys separated by commas, others than those of the copies, set together with BACKUP_KEYS_TO',
  BACKUP_AT: 'times of the day separated by commas, e.g. 02:30,12:00',
  BACKUP_KEEP: 'days, weeks and months, e.g. 14d,8w,12m',
  BACKUP_MAX_AGE_HOURS: 'a whole number of hours from 1 on',
  BACKUP_WORK_DIR: 'a folder',
  BACKUP_SSH_CONFIG: 'a configuration file of ssh',
  BACKUP_S3_ENDPOINT: 'an address that begins with https:// or http://',
  AWS_REGION: 'the name of a region',
  AWS_ACCESS_KEY_ID: 'the id of a key',
  AWS_SECRET_ACCESS_KEY: 'the secret of a key',
  ALERT_EMAILS: 'email addresses separated by commas',
}

type Environment = z.output<typeof Environment>
const refuse = (name: keyof Environment): never => {
  throw new StartupError('bad-setting', `The setting ${name} must be ${wanted[name]}.`)
}

/**
 * Reads the settings of backups; an empty variable counts as unset.
 * @throws StartupError that names the first bad setting and says what it must be
 */
export function readBackupSettings(environment: Readonly<Record<string, string | undefined>>): BackupSettings {
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  )
  const parsed = Environment.safeParse(given)
  if (!parsed.success) return refuse(z.keyof(Environment).parse(parsed.error.issues[0]?.path[0]))
  const { data } = parsed
  if (data.BACKUP_AT.length > 0 && data.BACKUP_TO === undefined) return refuse('BACKUP_TO')
  if (data.BACKUP_TO !== undefined && data.BACKUP_RECIPIENTS.length === 0) return refuse('BACKUP_RECIPIENTS')
  return {
    to: data.BACKUP_TO,
    recipients: data.BACKUP_RECIPIENTS,
    keys: keysOf(data),
    atMinutes: data.BACKUP_AT,
    retention: data.BACKUP_KEEP,
    maxAgeHours: data.BACKUP_MAX_AGE_HOURS,
    workDir: workDirOf(given, data),
    sshConfig: data.BACKUP_SSH_CONFIG,
    s3: {
      endpoint: data.BACKUP_S3_ENDPOINT,
      region: data.AWS_REGION,
      keyId: data.AWS_ACCESS_KEY_ID,
      secret: data.AWS_SECRET_ACCESS_KEY,
    },
    alertEmails: data.ALERT_EMAILS,
  }
}

/** Beside the embedded database by default, where its files may share their blocks with the copy. */
function workDirOf({ DATA_DIR, DATABASE_URL }: Record<string, string | undefined>, data: Environment): string {
  if (data.BACKUP_WORK_DIR !== undefined) return resolve(data.BACKUP_WORK_DIR, 'bawaba-backup')
  return DATABASE_URL === undefined ? resolve(DATA_DIR ?? './data', 'backup-work') : join(tmpdir(), 'bawaba-backup')
}

function keysOf(data: Environment): BackupSettings['keys'] {
  const { BACKUP_KEYS_TO: to, BACKUP_KEYS_RECIPIENTS: keyRecipients } = data
  if (to === undefined && keyRecipients === undefined) return undefined
  if (to === undefined || to === data.BACKUP_TO) return refuse('BACKUP_KEYS_TO')
  const isShared = keyRecipients?.some((key) => data.BACKUP_RECIPIENTS.includes(key)) ?? true
  return keyRecipients === undefined || isShared ? refuse('BACKUP_KEYS_RECIPIENTS') : { to, recipients: keyRecipients }
}
