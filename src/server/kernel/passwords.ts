/** Slow hashing of passwords and PINs, as PHC strings (`$argon2id$v=19$m=19456,t=2,p=1$salt$hash`). */
export interface Passwords {
  hash(plain: string): Promise<string>
  /** Returns false for a wrong password and for a string that is not a hash of ours; never throws for either. */
  verify(plain: string, phc: string): Promise<boolean>
}
