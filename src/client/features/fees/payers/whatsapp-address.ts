// chunk: fees
import { latinDigits } from '#shared/kernel/digits.ts'

/**
 * Returns the address that opens WhatsApp with a message, to a number where that is an international one: with + or 00 in front.
 * Without it WhatsApp asks for the receiver.
 */
export function whatsAppAddress(phone: string | null, message: string): string {
  const number = /^(?:\+|00)([1-9]\d{6,14})$/.exec(latinDigits(phone ?? '').replaceAll(/[^\d+]/g, ''))?.[1] ?? ''
  return `https://wa.me/${number}?text=${encodeURIComponent(message)}`
}
