import { pino } from 'pino'
import type { Log } from '#server/kernel/deps.ts'
import type { Settings } from './settings.ts'

const secretNames = ['password', 'pin', 'token', 'secret', 'cookie', 'authorization', 'key', 'hash']
const personalNames = ['name', 'userName', 'username', 'email', 'phone', 'cardNo', 'admissionNo', 'address', 'body']
const hidden = [...secretNames, ...personalNames]

/** Creates a log of one JSON object per line on standard error. Secrets and personal fields are redacted even if passed. */
export function createLog(level: Settings['logLevel'], destination: pino.DestinationStream = pino.destination(2)): Log {
  const logger = pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: { paths: hidden.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: '[hidden]' },
      serializers: { err: describeError, error: describeError },
    },
    destination,
  )
  return {
    info: (fields, message) => logger.info(fields, message),
    warn: (fields, message) => logger.warn(fields, message),
    error: (fields, message) => logger.error(fields, message),
  }
}

const textOf = (error: object, name: string) => {
  const value: unknown = Reflect.get(error, name)
  return typeof value === 'string' ? value : undefined
}

/**
 * Returns the loggable part of an error. A database error's message, detail and parameters repeat what people typed, so only its
 * codes and the names of tables and constraints stay.
 */
function describeError(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return typeof error === 'string' ? error : typeof error
  const fromDatabase = 'query' in error || 'severity' in error
  return {
    type: error.name,
    ...(fromDatabase ? {} : { message: error.message }),
    code: textOf(error, 'code'),
    table: textOf(error, 'table'),
    constraint: textOf(error, 'constraint'),
    at: error.stack
      ?.split('\n')
      .filter((line) => line.startsWith('    at '))
      .slice(0, 12)
      .map((line) => line.trim()),
    ...(error.cause !== undefined && depth < 4 ? { cause: describeError(error.cause, depth + 1) } : {}),
  }
}
