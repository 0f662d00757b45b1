// chunk: fees
import type { Bilingual } from '#shared/kernel/endpoint.ts'

interface Named {
  nameLatin: string | null
  nameArabic: string | null
}

/** Returns a name for paper of both languages: in each script, else in the other one. */
export const bothNames = ({ nameLatin, nameArabic }: Named): Bilingual => ({
  en: nameLatin || nameArabic || '',
  ar: nameArabic || nameLatin || '',
})
