import { expect, it } from 'vitest'
import { whatsAppAddress } from './make-page-link.tsx'

it.each([
  ['+974 5512 3456', '97455123456'],
  ['00974 (55) 123-456', '97455123456'],
  ['٠٠٩٧٤٥٥١٢٣٤٥٦', '97455123456'],
  ['055 123 4567', ''],
  ['5512 3456', ''],
  [null, ''],
])('names the receiver of %s only by an international number', (phone, number) => {
  expect(whatsAppAddress(phone, 'Your fees: x')).toBe(`https://wa.me/${number}?text=Your%20fees%3A%20x`)
})
