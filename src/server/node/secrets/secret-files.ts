import { readFileSync } from 'node:fs'
import { StartupError } from '../startup-error.ts'

/** Settings that hold a secret: each may be given as the path of a file, in the setting of the same name with `_FILE`. */
const secrets = [
  'DATABASE_URL',
  'SMTP_URL',
  'CAPTCHA_SECRET',
  'FACE_KEY',
  'AWS_ACCESS_KEY_ID',
  'AWS_SECRET_ACCESS_KEY',
] as const

/**
 * Returns the environment with the content of each `NAME_FILE` as `NAME`, without the line break at its end.
 * @throws StartupError when both are set, or the file can't be read; the message never repeats a secret
 */
export function readSecretFiles(
  environment: Readonly<Record<string, string | undefined>>,
): Record<string, string | undefined> {
  const read = { ...environment }
  for (const name of secrets) {
    const path = environment[`${name}_FILE`]
    if (path === undefined || path === '') continue
    if (environment[name]) throw new StartupError('bad-setting', `Set ${name} or ${name}_FILE, not both.`)
    read[name] = contentOf(path, `${name}_FILE`)
  }
  return read
}

function contentOf(path: string, name: string): string {
  try {
    return readFileSync(path, 'utf8').replace(/\r?\n$/, '')
  } catch (error) {
    throw new StartupError('bad-setting', `The setting ${name} must be a file that this user can read.`, {
      cause: error,
    })
  }
}
