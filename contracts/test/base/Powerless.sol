// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IRegistry} from "../../src/interfaces/IRegistry.sol";
import {IRegistryCertificates} from "../../src/interfaces/IRegistryCertificates.sol";
import {IRegistryRoles} from "../../src/interfaces/IRegistryRoles.sol";
import {RegistryTest} from "./RegistryTest.sol";

/// @title A key that may do nothing, or nothing but attest: every other writing function refuses it
abstract contract Powerless is RegistryTest {
    string private constant NO_PARTY = "Not authorized for this agent";

    function assertPowerless(Actor memory by, uint256 id) internal {
        uint256[] memory agentIds = new uint256[](1);
        agentIds[0] = id;
        assertRefused(by, abi.encodeCall(IRegistry.attestCompliance, (id)), NO_PARTY);
        assertRefused(by, abi.encodeCall(IRegistry.attestComplianceMany, (agentIds)), NO_PARTY);
        assertPowerlessButAttesting(by, id);
    }

    function assertPowerlessButAttesting(Actor memory by, uint256 id) internal {
        assertRefused(by, abi.encodeCall(IRegistry.reportRevenue, (id, 1, "EUR", "research", 0, 1)), NO_PARTY);
        assertRefused(by, abi.encodeCall(IRegistry.updateCapabilities, (id, bytes32("new"))), NO_PARTY);
        assertRefused(by, abi.encodeCall(IRegistry.updateConstitution, (id, bytes32("new"))), NO_PARTY);
        assertRefused(by, abi.encodeCall(IRegistry.terminateSelf, (id)), NO_PARTY);
        _assertNoPlace(by, id);
        _assertNoRole(by, id);
        // It does not speak for the agent as a parent either, so that a child inherits nothing from it.
        Registration memory r = registration();
        (r.agentWallet, r.haftungsperson, r.parentAgentId) = (makeActor("its child").addr, address(0), id);
        assertRefused(by, registerCall(r), "Haftungsperson required");
    }

    function _assertNoPlace(Actor memory by, uint256 id) private {
        bytes32 seen = registry.recordHash(id);
        assertRefused(by, abi.encodeCall(IRegistry.confirmAgent, (id)), NO_PARTY);
        assertRefused(by, abi.encodeCall(IRegistry.confirmRecord, (id, seen)), NO_PARTY);
        assertRefused(by, abi.encodeCall(IRegistry.declineAgent, (id)), NO_PARTY);
        assertRefused(by, abi.encodeCall(IRegistry.proposeHaftungsperson, (id, by.addr)), NO_PARTY);
        assertRefused(by, abi.encodeCall(IRegistry.setAttester, (id, address(0))), NO_PARTY);
        assertRefused(
            by, abi.encodeCall(IRegistry.acceptHaftungsperson, (id, seen)), "Only proposed Haftungsperson"
        );
        assertRefused(by, abi.encodeCall(IRegistry.proposeWallet, (id, by.addr)), "Only Haftungsperson");
        assertRefused(by, abi.encodeCall(IRegistry.acceptWallet, (id, seen)), "Only proposed wallet");
    }

    function _assertNoRole(Actor memory by, uint256 id) private {
        assertRefused(by, abi.encodeCall(IRegistry.suspendAgent, (id, "")), "Only regulator");
        assertRefused(by, abi.encodeCall(IRegistry.revokeAgent, (id, "")), "Only regulator");
        assertRefused(by, abi.encodeCall(IRegistry.reactivateAgent, (id)), "Only regulator");
        assertRefused(by, abi.encodeCall(IRegistry.releaseWallet, (id)), "Only regulator");
        assertRefused(by, abi.encodeCall(IRegistryRoles.addRegulator, (by.addr)), "Only owner");
        assertRefused(by, abi.encodeCall(IRegistryRoles.removeRegulator, (regulator.addr)), "Only owner");
        assertRefused(by, abi.encodeCall(IRegistryRoles.addNotary, (by.addr)), "Only owner");
        assertRefused(by, abi.encodeCall(IRegistryRoles.removeNotary, (stranger.addr)), "Only owner");
        bytes memory certify =
            abi.encodeCall(IRegistryCertificates.certifyPerson, (wallet.addr, 1, 1, type(uint64).max, 0));
        assertRefused(by, certify, "Only notary");
        assertRefused(by, abi.encodeCall(IRegistryRoles.setMaxGenerationDepth, (1)), "Only owner");
        assertRefused(by, abi.encodeCall(IRegistryRoles.transferOwnership, (by.addr)), "Only owner");
        assertRefused(by, abi.encodeCall(IRegistryRoles.acceptOwnership, ()), "Only pending owner");
    }
}
