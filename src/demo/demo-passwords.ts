import { argon2id, argon2Verify } from 'hash-wasm'
import type { Passwords } from '#server/kernel/passwords.ts'

/** argon2id in WebAssembly, with the real server's cost: browsers have none of their own. */
export const demoPasswords: Passwords = {
  hash: (plain) =>
    argon2id({
      password: plain.normalize('NFKC'),
      salt: crypto.getRandomValues(new Uint8Array(16)),
      parallelism: 1,
      iterations: 2,
      memorySize: 19_456,
      hashLength: 32,
      outputType: 'encoded',
    }),
  verify: (plain, phc) => argon2Verify({ password: plain.normalize('NFKC'), hash: phc }).catch(() => false),
}
