import { foldText } from '#shared/kernel/text/search.rules.ts'

/**
 * Commonly chosen passwords of sufficient length: the first guesses of every attack. Kept short on purpose: length and counted
 * attempts do the rest, and rules about kinds of letters only make people write passwords down.
 */
const passwords = new Set(
  `1234567890 12345678910 123456789a 123456789q 0123456789 0987654321 9876543210 1111111111 0000000000 1122334455
  1212121212 1231231231 123123123123 1234512345 12345678900 123456789123 1q2w3e4r5t 1q2w3e4r5t6y 1qaz2wsx3edc qwertyuiop
  qwertyuiop123 qwerty12345 qwerty123456 qwerty1234567890 asdfghjkl123 asdfghjklqwertyuiop qazwsxedcrfv zxcvbnm123
  password01 password10 password11 password12 password123 password1234 password12345 password123456 passw0rd123
  password2024 password2025 password2026 mypassword mypassword1 passwordpassword p@ssword123 p@ssw0rd123 welcome123
  welcome1234 welcome2024 welcome2025 welcome2026 letmein123 letmein1234 administrator admin12345 admin123456 adminadmin
  iloveyou12 iloveyou123 iloveyou1234 princess123 sunshine123 football123 basketball liverpool1 liverpool123 manchester
  manchester1 barcelona1 realmadrid realmadrid1 chocolate1 butterfly1 superman123 dragon12345 monkey12345 michael123
  abcdefghij abcdefghijk abcd123456 abc1234567 abc123456789 aaaaaaaaaa qqqqqqqqqq school1234 school12345 student123
  student1234 teacher123 changeme123 changeit123 computer123 internet123 mohammed123 mohamed123 ahmed12345 ahmed123456
  abdullah123 bismillah1 bismillah123 alhamdulillah subhanallah inshallah123 muhammad123 qatar12345 qatar2022 kuwait12345
  kuwait1234 dubai12345 doha123456 habibi1234 habibi12345`.split(/\s+/),
)

/** Returns whether a new password is common; checked on the server, as the list is too heavy for a page that must open fast. */
export const isCommonPassword = (password: string): boolean => passwords.has(password.normalize('NFKC').toLowerCase())

const onlyLetters = (text: string) => foldText(text).replaceAll(' ', '')

/** Returns whether a new password is nothing but a username, or its part before `@`, however often and with any signs between. */
export function repeatsName(password: string, userName: string): boolean {
  const typed = onlyLetters(password)
  return [userName, userName.split('@')[0] ?? ''].map(onlyLetters).some((name) => {
    return name !== '' && typed !== '' && typed.replaceAll(name, '') === ''
  })
}
