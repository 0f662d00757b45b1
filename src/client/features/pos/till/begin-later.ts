// chunk: till-later
import { watchCart } from './cart/watch-cart.ts'
import { keepPictures } from './catalogue/keep-pictures.ts'

/** What a till does from a moment after it is there: selling never waits for it. */
export async function beginLater(): Promise<void> {
  keepPictures()
  await watchCart()
}
