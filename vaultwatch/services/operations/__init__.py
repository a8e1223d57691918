"""Running vaultwatch on a machine: status, doctor, set-up, maintenance, service, clients."""
