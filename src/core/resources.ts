/**
 * Resources live as long as the process: limiters, caches, clients, the queue. A feature declares a resource next to
 * the code that uses it and gets the value from the context. The process closes opened resources in reverse order.
 */
export type AppResource<App, T> = {
  name: string
  /** Opens the value. Called once, on first use, unless the process provided a value at start. */
  open(app: App): T
  close?(value: T): void | Promise<void>
}

export type Resources<App> = {
  /** Returns the resource's value and opens it on first use. */
  use<T>(resource: AppResource<App, T>): T
  /** Sets the value of a resource that needs more than the context to open. Throws when it is open already. */
  provide<T>(resource: AppResource<App, T>, value: T): void
  /** Closes in reverse order of opening. Every resource is closed; then the first failure is thrown. */
  close(): Promise<void>
}

/** Creates an empty set of resources. `app` returns the context that resources open with. */
export function createResources<App>(app: () => App): Resources<App> {
  const values = new Map<object, unknown>()
  const closers: (() => unknown)[] = []
  const provide = <T>(resource: AppResource<App, T>, value: T) => {
    if (values.has(resource)) throw new Error(`The resource "${resource.name}" is open already`)
    values.set(resource, value)
    const { close } = resource
    if (close) closers.push(() => close(value))
  }
  return {
    use: (resource) => {
      if (!values.has(resource)) provide(resource, resource.open(app()))
      return valueFor(resource, values)
    },
    provide,
    close: async () => {
      const failures: unknown[] = []
      for (const close of closers.splice(0).reverse()) {
        try {
          await close()
        } catch (error) {
          failures.push(error)
        }
      }
      if (failures.length > 0) throw failures[0]
    },
  }
}

/** Returns the open value of a resource. The key of a value is its resource, so the value has the resource's type. */
function valueFor<App, T>(resource: AppResource<App, T>, values: Map<object, unknown>): T {
  return values.get(resource) as T
}
