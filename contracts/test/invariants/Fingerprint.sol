// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IRegistry} from "../../src/interfaces/IRegistry.sol";

/// @title One number for all that a register's views say
/// @dev Two registers that answer every view alike have the same fingerprints, and only they.
library Fingerprint {
    function ofAgent(IRegistry register, uint256 agentId) internal view returns (bytes32) {
        IRegistry.Agent memory agent = register.getAgent(agentId);
        return keccak256(
            abi.encode(
                ofEnd(register, agentId),
                _bound(register, agent.agentWallet),
                _words(register, agentId),
                _compliance(register, agentId),
                ofAddress(register, agent.agentWallet)
            )
        );
    }

    /// @dev What never changes again once the wallet is released: all of the record but what its
    /// Haftungsperson and its parent say, and whom the wallet belongs to now.
    function ofEnd(IRegistry register, uint256 agentId) internal view returns (bytes32) {
        (bool walletAgreed,,) = register.consents(agentId);
        return keccak256(
            abi.encode(
                register.getAgent(agentId),
                register.getChildren(agentId),
                register.getRevenueHistory(agentId),
                register.recordHash(agentId),
                _keys(register, agentId),
                register.isWalletReleased(agentId),
                walletAgreed
            )
        );
    }

    /// @dev All that the views say of the agent, but the time of its last attestation and what follows from it.
    function ofAllButAttestation(IRegistry register, uint256 agentId) internal view returns (bytes32) {
        IRegistry.Agent memory agent = register.getAgent(agentId);
        agent.lastAttestation = 0;
        return keccak256(
            abi.encode(
                agent,
                register.getChildren(agentId),
                register.getRevenueHistory(agentId),
                _keys(register, agentId),
                register.isWalletReleased(agentId),
                register.walletToAgent(agent.agentWallet),
                _words(register, agentId)
            )
        );
    }

    function ofRoles(IRegistry register) internal view returns (bytes32) {
        return keccak256(
            abi.encode(
                register.owner(),
                register.pendingOwner(),
                register.maxGenerationDepth(),
                register.totalAgents(),
                register.nextAgentId()
            )
        );
    }

    /// @dev What the register says of an address, registered or not.
    function ofAddress(IRegistry register, address account) internal view returns (bytes32) {
        return keccak256(
            abi.encode(
                register.isRegulator(account),
                register.isNotary(account),
                register.isRegistered(account),
                register.isRegisteredAndCompliant(account),
                register.walletToAgent(account),
                register.retiredWallet(account)
            )
        );
    }

    function ofCertificate(IRegistry register, address person, address notary) internal view returns (bytes32) {
        (uint8 kind, uint8 level, uint64 certifiedAt, uint64 until, bool accepted) =
            register.certificateOf(person, notary);
        return keccak256(abi.encode(kind, level, certifiedAt, until, accepted));
    }

    function _keys(IRegistry register, uint256 agentId) private view returns (bytes32) {
        address haftungsperson = register.pendingHaftungsperson(agentId);
        return keccak256(abi.encode(haftungsperson, register.pendingWallet(agentId), register.attester(agentId)));
    }

    /// @dev A released wallet may have no record at all, or a later one.
    function _bound(IRegistry register, address agentWallet) private view returns (bytes32) {
        if (!register.isRegistered(agentWallet)) return 0;
        return keccak256(abi.encode(register.getAgentByWallet(agentWallet)));
    }

    function _words(IRegistry register, uint256 agentId) private view returns (bytes32) {
        (bool wallet, bool haftungsperson, bool parent) = register.consents(agentId);
        (bool haftungspersonRefused, bool parentRefused) = register.refusals(agentId);
        return keccak256(abi.encode(wallet, haftungsperson, parent, haftungspersonRefused, parentRefused));
    }

    function _compliance(IRegistry register, uint256 agentId) private view returns (bytes32) {
        (bool isActive, bool isCurrent, uint64 age, uint256 childCount, IRegistry.Status status) =
            register.complianceStatus(agentId);
        return keccak256(abi.encode(isActive, isCurrent, age, childCount, status));
    }
}
