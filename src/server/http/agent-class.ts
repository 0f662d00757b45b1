/** What kind of machine it says it is. Enough for evidence, too little to know one again. */
export function agentClass(userAgent: string): 'phone' | 'tablet' | 'computer' | 'other' {
  if (/ipad|tablet|android(?!.*mobile)/i.test(userAgent)) return 'tablet'
  if (/mobi|iphone|android/i.test(userAgent)) return 'phone'
  return /windows|macintosh|linux|cros/i.test(userAgent) ? 'computer' : 'other'
}
