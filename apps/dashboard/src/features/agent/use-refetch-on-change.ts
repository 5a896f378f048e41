"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { refetchAroundRecord } from "../../api/agent-queries.ts";

/**
 * Refetches everything else about an agent when its record changes. Only the record is refreshed regularly;
 * it is null until it is known.
 */
export function useRefetchOnChange({ id, record }: { id: string; record: string | null }): void {
  const client = useQueryClient();
  const seen = useRef<{ id: string; record: string } | null>(null);

  useEffect(() => {
    if (record === null) return;
    const before = seen.current;
    seen.current = { id, record };
    if (before === null || before.id !== id || before.record === record) return;
    void refetchAroundRecord(client, id);
  }, [client, id, record]);
}
