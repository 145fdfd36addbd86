/** The groups and fields of a setting beside each other, as many as there is room for: one on a phone, two on a desk, three on a wide one, on one line. */
export const settingSections = '*:mt-0! grid items-start gap-x-10 gap-y-6 grid-cols-[repeat(auto-fill,minmax(min(100%,30rem),1fr))]'
