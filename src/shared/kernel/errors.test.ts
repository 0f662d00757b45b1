import { describe, expect, it } from 'vitest'
import { AppError, isMessageId } from './errors.ts'

describe('isMessageId', () => {
  it.each(['L000', 'pos.shift-closed', 'student.from-the-future'])('knows %s', (id) => {
    expect(isMessageId(id)).toBe(true)
  })

  it.each(['', 'l000', 'pos.shift-closed ', 'toString', '__proto__', 'constructor', 404, null, undefined, {}])(
    'does not take %j for one',
    (id) => {
      expect(isMessageId(id)).toBe(false)
    },
  )
})

describe('AppError', () => {
  it('carries the id, the field and the wait', () => {
    const error = new AppError('auth.too-many-attempts', { field: 'userName', retryAfterMs: 30_000 })
    expect(error).toBeInstanceOf(Error)
    expect(error).toMatchObject({
      name: 'AppError',
      message: 'auth.too-many-attempts',
      messageId: 'auth.too-many-attempts',
      field: 'userName',
      retryAfterMs: 30_000,
    })
  })

  it('keeps the cause, and has no cause of its own making', () => {
    const cause = new Error('socket closed')
    expect(new AppError('server.failed', { cause }).cause).toBe(cause)
    expect(Object.hasOwn(new AppError('server.failed'), 'cause')).toBe(false)
    expect(new AppError('server.failed').field).toBeUndefined()
  })
})
