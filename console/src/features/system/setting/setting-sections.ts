/** The groups and fields of a setting beside each other, as many as there is room for: one on a phone, two on a desk, three on a wide one. */
export const settingSections = 'grid items-start gap-x-10 gap-y-5 grid-cols-[repeat(auto-fill,minmax(min(100%,30rem),1fr))]'
