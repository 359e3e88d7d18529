/**
 * The JSON of a type of a vendor's SDK. Some SDKs convert what they receive: dates become `Date`, names become camel case,
 * and values become enums, which a string literal is not assignable to.
 */
export type OnWire<T> = T extends Date
  ? string
  : T extends string
    ? `${T}`
    : T extends readonly (infer Item)[]
      ? OnWire<Item>[]
      : T extends object
        ? { [Key in keyof T]: OnWire<T[Key]> }
        : T

/** As `OnWire`, for SDKs that convert names from snake case. */
export type SnakeOnWire<T> = T extends Date
  ? string
  : T extends string
    ? `${T}`
    : T extends readonly (infer Item)[]
      ? SnakeOnWire<Item>[]
      : T extends object
        ? { [Key in keyof T as Key extends string ? Snake<Key> : Key]: SnakeOnWire<T[Key]> }
        : T

type Snake<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? First extends Lowercase<First>
    ? `${First}${Snake<Rest>}`
    : `_${Lowercase<First>}${Snake<Rest>}`
  : Name
