/** Returns the kind of machine from its user agent. Enough for evidence, too little to recognise one again. */
export function agentClass(userAgent: string): 'phone' | 'tablet' | 'computer' | 'other' {
  if (/ipad|tablet|android(?!.*mobile)/i.test(userAgent)) return 'tablet'
  if (/mobi|iphone|android/i.test(userAgent)) return 'phone'
  return /windows|macintosh|linux|cros/i.test(userAgent) ? 'computer' : 'other'
}
