import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { PhoneLink } from './phone-link.tsx'

it('calls the number without what stands between its digits, and shows it as it is written', () => {
  expect(renderToStaticMarkup(<PhoneLink phone="+974 (44) 00-11" />)).toBe(
    '<a href="tel:+974440011"><bdi dir="ltr">+974 (44) 00-11</bdi></a>',
  )
  expect(renderToStaticMarkup(<PhoneLink phone="+974 44">Call us</PhoneLink>)).toBe('<a href="tel:+97444">Call us</a>')
})
