import { describe, expect, it } from 'vitest'
import { foodDrawing, initialsOf } from './food-drawing.rules.ts'

const of = (en: string, ar = '') => foodDrawing({ en, ar })

describe('foodDrawing', () => {
  it('draws what an item looks like, not what it is made of', () => {
    expect(of('Apple juice 200 ml')).toBe('juice')
    expect(of('Egg sandwich')).toBe('sandwich')
    expect(of('Chicken shawarma')).toBe('wrap')
    expect(of('Still water 330 ml')).toBe('water')
  })
  it('knows the Arabic name where the English one says nothing', () => {
    expect(of('Daily special', 'مجبوس دجاج')).toBe('rice')
    expect(of('Special', 'أُمّ عَلِي')).toBe('sweet')
  })
  it('takes whole words only, and nothing for what it does not know', () => {
    expect(of('Eggplant moussaka')).toBeUndefined()
    expect(of('Datebook')).toBeUndefined()
  })
})

describe('initialsOf', () => {
  it('takes the first letters of two words, without numbers', () => {
    expect(initialsOf('Tuna samoon')).toBe('TS')
    expect(initialsOf('7 Days')).toBe('D')
    expect(initialsOf('لوح غرانولا')).toBe('لغ')
    expect(initialsOf('')).toBe('')
  })
})
