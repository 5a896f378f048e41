// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IRegistry} from "../../src/interfaces/IRegistry.sol";
import {RegistryBase} from "./RegistryBase.sol";
import {Vm} from "./Vm.sol";

/// @title What a test asserts of the register: its events, its refusals, its records
abstract contract RegistryTest is RegistryBase {
    /// The part of AgentRegistered that is not indexed.
    struct RegisteredData {
        address haftungsperson;
        bytes32 constitutionHash;
        bytes32 capabilityHash;
        string operationalScope;
        uint256 parentAgentId;
        uint256 generation;
        bool selfModifying;
        bool walletConsent;
        bool haftungspersonConsent;
        bool parentConsent;
        uint64 registeredAt;
    }

    /// @dev The call is refused with exactly this reason, and leaves no event, no change and no
    /// spent nonce behind.
    function assertRefused(Actor memory by, bytes memory call, string memory reason) internal {
        vm.recordLogs();
        assertUndone(by, call, reason);
        assertEvents();
    }

    /// @dev As `assertRefused`, for a call that fails only after it has emitted something: the runner also
    /// records the events that a revert undid.
    function assertUndone(Actor memory by, bytes memory call, string memory reason) internal {
        bytes32 stateBefore = fingerprint();
        uint256 nonceBefore = forwarder.getNonce(by.addr);
        (bool accepted, bytes memory returned) = trySend(by, call);
        assertFalse(accepted, string.concat("accepted, instead of: ", reason));
        assertEq(returned, abi.encodeWithSignature("Error(string)", reason), reason);
        assertEq(fingerprint(), stateBefore, "a refused call changed the register");
        assertEq(forwarder.getNonce(by.addr), nonceBefore, "a refused call spent the nonce");
    }

    /// @dev The call is accepted, and it is as if it had not been made.
    function assertNoEffect(Actor memory by, bytes memory call) internal {
        bytes32 stateBefore = fingerprint();
        vm.recordLogs();
        send(by, call);
        assertEvents();
        assertEq(fingerprint(), stateBefore, "the register changed");
    }

    /// @dev Since `vm.recordLogs()` the register emitted exactly the events that the test itself did.
    function assertEvents() internal {
        Vm.Log[] memory logs = vm.getRecordedLogs();
        (Vm.Log[] memory actual, uint256 actualCount) = _logsOf(logs, address(registry));
        (Vm.Log[] memory expected, uint256 expectedCount) = _logsOf(logs, address(this));
        assertEq(actualCount, expectedCount, "number of events");
        for (uint256 i = 0; i < expectedCount; ++i) {
            assertEq(abi.encodePacked(actual[i].topics), abi.encodePacked(expected[i].topics), "topics");
            assertEq(actual[i].data, expected[i].data, "event data");
        }
    }

    /// @dev Emits AgentRegistered as the record demands it. By hand, because the event has more
    /// fields than the compiler's stack has room for; a struct's encoding is that of the fields
    /// behind one word of offset.
    function emitRegistered(IRegistry.Agent memory agent, bool byWallet, bool byHaftungsperson, bool byParent)
        internal
    {
        bytes memory data = abi.encode(
            RegisteredData({
                haftungsperson: agent.haftungsperson,
                constitutionHash: agent.constitutionHash,
                capabilityHash: agent.capabilityHash,
                operationalScope: agent.operationalScope,
                parentAgentId: agent.parentAgentId,
                generation: agent.generation,
                selfModifying: agent.selfModifying,
                walletConsent: byWallet,
                haftungspersonConsent: byHaftungsperson,
                parentConsent: byParent,
                registeredAt: agent.registeredAt
            })
        );
        bytes32 topic = IRegistry.AgentRegistered.selector;
        (uint256 id, address by, address of_) = (agent.agentId, agent.creator, agent.agentWallet);
        assembly ("memory-safe") {
            log4(add(data, 0x40), sub(mload(data), 0x20), topic, id, by, of_)
        }
    }

    function assertAgent(IRegistry.Agent memory actual, IRegistry.Agent memory expected) internal pure {
        assertEq(actual.agentId, expected.agentId, "agentId");
        assertEq(actual.creator, expected.creator, "creator");
        assertEq(actual.haftungsperson, expected.haftungsperson, "haftungsperson");
        assertEq(actual.agentWallet, expected.agentWallet, "agentWallet");
        assertEq(actual.constitutionHash, expected.constitutionHash, "constitutionHash");
        assertEq(actual.capabilityHash, expected.capabilityHash, "capabilityHash");
        assertEq(actual.operationalScope, expected.operationalScope, "operationalScope");
        assertEq(actual.parentAgentId, expected.parentAgentId, "parentAgentId");
        assertEq(actual.generation, expected.generation, "generation");
        assertEq(actual.selfModifying, expected.selfModifying, "selfModifying");
        assertEq(actual.registeredAt, expected.registeredAt, "registeredAt");
        assertEq(actual.lastAttestation, expected.lastAttestation, "lastAttestation");
        assertEq(actual.lastRevenueReport, expected.lastRevenueReport, "lastRevenueReport");
        assertStatus(actual.status, expected.status);
    }

    function assertStatus(IRegistry.Status actual, IRegistry.Status expected) internal pure {
        assertEq(uint8(actual), uint8(expected), "status");
    }

    function assertConsents(uint256 id, bool byWallet, bool byHaftungsperson, bool byParent) internal view {
        (bool walletGiven, bool haftungspersonGiven, bool parentGiven) = registry.consents(id);
        assertEq(walletGiven, byWallet, "consent of the wallet");
        assertEq(haftungspersonGiven, byHaftungsperson, "consent of the haftungsperson");
        assertEq(parentGiven, byParent, "consent of the parent");
    }

    function assertRefusals(uint256 id, bool byHaftungsperson, bool byParent) internal view {
        (bool haftungspersonRefused, bool parentRefused) = registry.refusals(id);
        assertEq(haftungspersonRefused, byHaftungsperson, "refusal of the haftungsperson");
        assertEq(parentRefused, byParent, "refusal of the parent");
    }

    /// @dev Whether the account may act for the agent. A wallet that left the entry is no party as its creator either.
    function isParty(uint256 id, address account) internal view returns (bool) {
        IRegistry.Agent memory agent = registry.getAgent(id);
        bool isWallet = account == agent.agentWallet && !registry.isWalletReleased(id);
        bool isCreator = account == agent.creator && registry.retiredWallet(account) != id;
        return isWallet || isCreator || account == agent.haftungsperson;
    }

    /// @dev One number for everything that the views say, whatever the time.
    function fingerprint() internal view virtual returns (bytes32 digest) {
        digest = keccak256(
            abi.encode(registry.owner(), registry.pendingOwner(), registry.maxGenerationDepth(), _roles())
        );
        for (uint256 id = 1; id < registry.nextAgentId(); ++id) {
            bytes32 lists = keccak256(abi.encode(registry.getChildren(id), registry.getRevenueHistory(id)));
            digest = keccak256(abi.encode(digest, registry.getAgent(id), lists, _words(id)));
        }
    }

    /// @dev What the record's parties said, and whom the wallet, the proposals and the attester lead to.
    function _words(uint256 id) private view returns (bytes32) {
        (bool byWallet, bool byHaftungsperson, bool byParent) = registry.consents(id);
        bytes32 agreed = keccak256(abi.encode(byWallet, byHaftungsperson, byParent));
        (bool haftungspersonRefused, bool parentRefused) = registry.refusals(id);
        uint256 boundTo = registry.walletToAgent(registry.getAgent(id).agentWallet);
        return keccak256(
            abi.encode(
                agreed,
                haftungspersonRefused,
                parentRefused,
                registry.isWalletReleased(id),
                boundTo,
                _keys(id)
            )
        );
    }

    function _keys(uint256 id) private view returns (bytes32) {
        address proposed = registry.pendingHaftungsperson(id);
        return keccak256(abi.encode(proposed, registry.pendingWallet(id), registry.attester(id), flagsOf(id)));
    }

    /// @dev The flags of the record's first slot, as the storage layout has them.
    function flagsOf(uint256 id) internal view returns (uint256) {
        return uint256(vm.load(address(registry), keccak256(abi.encode(id, 1)))) >> 248;
    }

    /// @dev How the wallet stands, from the top byte of its slot: 0 bound, 1 reserved, 2 retired.
    function walletStanding(address account) internal view returns (uint256) {
        return uint256(vm.load(address(registry), keccak256(abi.encode(account, 0)))) >> 248;
    }

    function _roles() private view returns (bool[8] memory roles) {
        address[4] memory accounts = [owner.addr, regulator.addr, stranger.addr, address(0)];
        for (uint256 i = 0; i < accounts.length; ++i) {
            (roles[i], roles[i + 4]) = (registry.isRegulator(accounts[i]), registry.isNotary(accounts[i]));
        }
    }

    function _logsOf(Vm.Log[] memory logs, address emitter)
        private
        pure
        returns (Vm.Log[] memory found, uint256 count)
    {
        found = new Vm.Log[](logs.length);
        for (uint256 i = 0; i < logs.length; ++i) {
            if (logs[i].emitter == emitter) found[count++] = logs[i];
        }
    }
}
