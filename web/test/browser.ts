/** Browser fakes for unit tests, only as complete as the code under test needs. */

/** localStorage or sessionStorage: its keys are its own properties, as in the browser. */
export class FakeStorage {
  [key: string]: unknown;
  getItem(key: string): string | null {
    return Object.hasOwn(this, key) ? (this[key] as string) : null;
  }
  setItem(key: string, value: string): void {
    this[key] = value;
  }
  removeItem(key: string): void {
    delete this[key];
  }
}

/** A browser that forbids storage. */
export class ForbiddenStorage {
  getItem(): never {
    throw new DOMException("forbidden", "SecurityError");
  }
  setItem(): never {
    throw new DOMException("forbidden", "SecurityError");
  }
  removeItem(): never {
    throw new DOMException("forbidden", "SecurityError");
  }
}

interface Request {
  act: () => unknown;
  settle: (outcome: Promise<unknown>) => void;
}

/** navigator.locks of all tabs of a browser: exclusive locks, first come first served, with `steal` and `signal`. */
export class FakeLocks {
  readonly #queues = new Map<string, Request[]>();
  readonly #holders = new Map<string, { lose: () => void }>();

  request<T>(name: string, ...rest: [act: () => T] | [options: LockOptions, act: () => T]): Promise<Awaited<T>> {
    const act = rest.at(-1) as () => T;
    const { steal = false, signal } = rest.length === 2 ? rest[0] : {};
    return new Promise((resolve, reject) => {
      const request: Request = { act, settle: (outcome) => (outcome as Promise<Awaited<T>>).then(resolve, reject) };
      const queue = this.#queues.get(name) ?? [];
      this.#queues.set(name, queue);
      if (steal) {
        queue.unshift(request);
        this.#holders.get(name)?.lose();
        this.#holders.delete(name);
      } else queue.push(request);
      signal?.addEventListener("abort", () => {
        const at = queue.indexOf(request);
        if (at < 0) return; // granted: the signal no longer counts
        queue.splice(at, 1);
        reject(signal.reason);
      });
      this.#grant(name);
    });
  }

  #grant(name: string): void {
    queueMicrotask(() => {
      const request = !this.#holders.has(name) && this.#queues.get(name)?.shift();
      if (!request) return;
      const lost = Promise.withResolvers<never>();
      const holder = { lose: () => lost.reject(new DOMException("stolen", "AbortError")) };
      this.#holders.set(name, holder);
      const done = Promise.resolve(request.act()).finally(() => {
        if (this.#holders.get(name) !== holder) return;
        this.#holders.delete(name);
        this.#grant(name);
      });
      request.settle(Promise.race([done, lost.promise]));
    });
  }
}
