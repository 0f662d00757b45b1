import { DrizzleQueryError } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { createLog } from './log.ts'

function written(work: (log: ReturnType<typeof createLog>) => void): string {
  let text = ''
  work(createLog('info', { write: (line) => (text += line) }))
  return text
}

describe('createLog', () => {
  it('writes one JSON object per line', () => {
    const line = JSON.parse(written((log) => log.info({ requestId: 'r1', status: 200 }, 'answered')))
    expect(line).toEqual({ level: 'info', time: expect.any(String), requestId: 'r1', status: 200, msg: 'answered' })
  })

  it('hides secrets and personal fields that someone logs all the same', () => {
    const text = written((log) =>
      log.warn({ token: 'SECRET', user: { name: 'SECRET', id: 'u1' }, call: { body: { pin: 'SECRET' } } }, 'careless'),
    )
    expect(text).not.toContain('SECRET')
    expect(text).toContain('u1')
  })

  it('tells of a database error its codes, never what people typed', () => {
    const cause = Object.assign(new Error('duplicate key: (LAYAN)'), {
      code: '23505',
      severity: 'ERROR',
      constraint: 'users_user_name_key',
      detail: 'Key (user_name)=(LAYAN) already exists.',
    })
    const text = written((log) =>
      log.error({ error: new DrizzleQueryError('insert into users', ['LAYAN'], cause) }, 'failed'),
    )
    expect(text).not.toContain('LAYAN')
    expect(JSON.parse(text).error.cause).toMatchObject({ code: '23505', constraint: 'users_user_name_key' })
  })

  it('says where an ordinary error came from', () => {
    const { error } = JSON.parse(written((log) => log.error({ error: new RangeError('too far') }, 'failed')))
    expect(error).toMatchObject({ type: 'RangeError', message: 'too far' })
    expect(error.at[0]).toContain('log.test.ts')
  })
})
