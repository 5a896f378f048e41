// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IRegistry} from "../../src/interfaces/IRegistry.sol";
import {RegistryTest} from "./RegistryTest.sol";

/// @title A registration, and all that follows from it
abstract contract RegisterAgentBase is RegistryTest {
    /// @dev For a wallet that has no agent yet.
    function freshRegistration() internal view returns (Registration memory r) {
        r = registration();
        r.agentWallet = actorOf(uint256(keccak256("fresh wallet"))).addr;
    }

    /// @dev Registers and asserts number, record, consents, event, wallet binding and the parent's list.
    /// The consents follow from the rules alone, worked out here a second time.
    function checkRegistered(Actor memory by, Registration memory r, uint256 generation)
        internal
        returns (uint256 id)
    {
        uint256 total = registry.totalAgents();
        IRegistry.Agent memory expected = toAgent(by, r, generation);
        expected.agentId = total + 1;
        bool byParent = r.parentAgentId == 0 || isParty(r.parentAgentId, by.addr);

        vm.recordLogs();
        id = register(by, r);
        emitRegistered(expected, by.addr == r.agentWallet, by.addr == expected.haftungsperson, byParent);
        assertEvents();

        assertEq(id, total + 1, "agentId");
        assertAgent(registry.getAgent(id), expected);
        assertConsents(id, by.addr == r.agentWallet, by.addr == expected.haftungsperson, byParent);
        assertRefusals(id, false, false);
        assertEq(registry.pendingHaftungsperson(id), address(0), "nobody is proposed");
        assertEq(registry.pendingWallet(id), address(0), "no wallet is proposed");
        assertEq(registry.attester(id), address(0), "no attester");
        assertFalse(registry.isWalletReleased(id), "bound");
        assertEq(registry.walletToAgent(r.agentWallet), id, "walletToAgent");
        assertEq(registry.totalAgents(), total + 1, "totalAgents");
        assertEq(registry.nextAgentId(), total + 2, "nextAgentId");
        assertEq(registry.getChildren(id).length, 0, "no children yet");
        assertEq(registry.getRevenueHistory(id).length, 0, "no reports yet");
        if (r.parentAgentId != 0) {
            uint256[] memory children = registry.getChildren(r.parentAgentId);
            assertEq(children[children.length - 1], id, "the parent's youngest");
        }
    }

    function toAgent(Actor memory by, Registration memory r, uint256 generation)
        private
        view
        returns (IRegistry.Agent memory)
    {
        bool inherits = r.haftungsperson == address(0);
        return IRegistry.Agent({
            agentId: 0,
            creator: by.addr,
            haftungsperson: inherits ? registry.getAgent(r.parentAgentId).haftungsperson : r.haftungsperson,
            agentWallet: r.agentWallet,
            constitutionHash: r.constitutionHash,
            capabilityHash: r.capabilityHash,
            operationalScope: r.operationalScope,
            parentAgentId: r.parentAgentId,
            generation: generation,
            selfModifying: r.selfModifying,
            registeredAt: uint64(block.timestamp),
            lastAttestation: uint64(block.timestamp),
            lastRevenueReport: 0,
            status: IRegistry.Status.Active
        });
    }
}
