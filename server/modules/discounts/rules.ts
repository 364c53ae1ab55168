/** What a percentage leaves of an amount in minor units; half a unit goes to the buyer. */
export const discounted = (amount: number, percent: number): number => Math.ceil((amount * (100 - percent)) / 100 - 0.5);
